"""Names of months in Slavic languages, in the nominative, the genitive and short."""

from __future__ import annotations

# Of Russian, Bulgarian, Serbian, Macedonian, Ukrainian and Belarusian; then of Polish, Czech, Slovak, Slovene and
# Serbian in Latin letters. Croatian is none of them: its lipanj, srpanj and listopad are other months than those of
# Polish and Czech with these names.
_NAMES = (
    "январь января янв януари јануар јануара јануари јан січень січня січ студзень студзеня"
    " styczeń stycznia sty leden ledna január januára januar januarja januara",
    "февраль февраля фев февр февруари фебруар фебруара фебруари феб лютий лютого лют люты лютага"
    " luty lutego lut únor února február februára februar februarja februara",
    "март марта мар березень березня бер сакавік сакавіка marzec marca březen března marec mart marta",
    "апрель апреля апр април априла квітень квітня квіт красавік красавіка"
    " kwiecień kwietnia kwi duben dubna apríl apríla april aprila",
    "май мая мај маја травень травня трав maj maja květen května máj mája",
    "июнь июня июн юни јун јуна јуни червень червня черв чэрвень чэрвеня"
    " czerwiec czerwca cze červen června jún júna junij junija jun juna",
    "июль июля июл юли јул јула јули липень липня лип ліпень ліпеня"
    " lipiec lipca lip červenec července júl júla julij julija jul jula",
    "август августа авг серпень серпня серп жнівень жніўня"
    " sierpień sierpnia sie srpen srpna august augusta avgust avgusta avg",
    "сентябрь сентября сен сент септември септембар септембра сеп вересень вересня вер верасень верасня"
    " wrzesień września wrz září september septembra septembar",
    "октябрь октября окт октомври октобар октобра жовтень жовтня жовт кастрычнік кастрычніка"
    " październik października paź říjen října október októbra oktober oktobra oktobar",
    "ноябрь ноября ноя нояб ноември ное новембар новембра нов листопад листопада лист лістапад лістапада"
    " listopad listopada listopadu lis november novembra novembar",
    "декабрь декабря дек декември децембар децембра дец грудень грудня груд снежань снежня"
    " grudzień grudnia gru prosinec prosince december decembra decembar",
)
#: The number of the month of each name, in lower case.
SLAVIC_MONTHS = {name: month for month, names in enumerate(_NAMES, start=1) for name in names.split()}
#: What stands behind a year, as a pattern: year in Russian, Ukrainian, Serbian, Polish and Czech.
AFTER_YEAR = r"(?:\.|\s?(?:год[аи]?(?:на|не)?|г|року|р|roku|rok|r)\b\.?)?"
