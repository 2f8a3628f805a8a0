"""The words of the usual scales of questionnaires, from low to high, in several languages.

Words that no questionnaire has together, but mean much the same, stand side by side: of a column only the order counts.
"""

from __future__ import annotations

_AGREEMENT = (
    "strongly disagree < disagree strongly < completely disagree < totally disagree < fully disagree < "
    "definitely disagree < mostly disagree < disagree < generally disagree < moderately disagree < "
    "disagree somewhat < somewhat disagree < tend to disagree < rather disagree < slightly disagree < "
    "disagree slightly < disagree a little < neutral < neither agree nor disagree < neither agree or disagree < "
    "neither disagree nor agree < neither < undecided < agree a little < agree slightly < slightly agree < "
    "rather agree < tend to agree < somewhat agree < agree somewhat < moderately agree < generally agree < "
    "agree < mostly agree < definitely agree < fully agree < totally agree < completely agree < agree strongly < "
    "strongly agree",
    "stimme überhaupt nicht zu < stimme gar nicht zu < stimme ganz und gar nicht zu < stimme nicht zu < "
    "lehne stark ab < lehne ab < lehne eher ab < stimme eher nicht zu < stimme wenig zu < neutral < "
    "unentschieden < unentschlossen < weder noch < weder/noch < weder-noch < teils-teils < teils/teils < "
    "teils teils < teils, teils < stimme teilweise zu < stimme teils zu < stimme etwas zu < stimme eher zu < "
    "stimme überwiegend zu < stimme größtenteils zu < stimme zu < stimme stark zu < stimme völlig zu < "
    "stimme voll zu < stimme vollkommen zu < stimme voll und ganz zu",
    "trifft überhaupt nicht zu < trifft gar nicht zu < trifft nicht zu < trifft kaum zu < trifft wenig zu < "
    "trifft eher nicht zu < weder noch < neutral < teils-teils < teils/teils < teils teils < teils, teils < "
    "trifft teilweise zu < trifft teils zu < trifft etwas zu < trifft eher zu < trifft überwiegend zu < "
    "trifft ziemlich zu < trifft zu < trifft völlig zu < trifft voll zu < trifft genau zu < "
    "trifft voll und ganz zu",
    "pas du tout d'accord < tout à fait en désaccord < fortement en désaccord < pas d'accord < en désaccord < "
    "plutôt en désaccord < plutôt pas d'accord < neutre < ni d'accord ni pas d'accord < "
    "ni en accord ni en désaccord < ni d'accord, ni pas d'accord < sans opinion < plutôt d'accord < "
    "plutôt en accord < d'accord < en accord < fortement en accord < tout à fait d'accord < tout à fait en accord",
    "totalmente en desacuerdo < muy en desacuerdo < en desacuerdo < algo en desacuerdo < neutral < "
    "ni de acuerdo ni en desacuerdo < indiferente < algo de acuerdo < de acuerdo < muy de acuerdo < "
    "totalmente de acuerdo",
    "fortemente in disaccordo < totalmente in disaccordo < completamente in disaccordo < in disaccordo < "
    "per niente d'accordo < poco d'accordo < neutrale < né d'accordo né in disaccordo < indifferente < "
    "abbastanza d'accordo < d'accordo < molto d'accordo < totalmente d'accordo < completamente d'accordo < "
    "fortemente d'accordo",
    "discordo totalmente < discordo < discordo parcialmente < neutro < indiferente < não concordo nem discordo < "
    "nem concordo nem discordo < concordo parcialmente < concordo < concordo totalmente",
    "helemaal mee oneens < helemaal oneens < oneens < mee oneens < neutraal < niet mee eens, niet mee oneens < "
    "mee eens < eens < helemaal mee eens < helemaal eens",
)
_FREQUENCY = (
    "never < almost never < hardly ever < very rarely < rarely < seldom < once in a while < occasionally < "
    "sometimes < about half the time < fairly often < frequently < often < usually < most of the time < "
    "very frequently < very often < almost always < nearly always < all of the time < all the time < always",
    "never < less than once a year < yearly < annually < once a year < several times a year < quarterly < "
    "less than once a month < monthly < once a month < several times a month < biweekly < "
    "less than once a week < weekly < once a week < several times a week < daily < once a day < every day < "
    "several times a day < hourly",
    "nie < niemals < fast nie < so gut wie nie < sehr selten < selten < eher selten < gelegentlich < ab und zu < "
    "manchmal < hin und wieder < eher oft < oft < häufig < öfter < meistens < meist < sehr oft < sehr häufig < "
    "fast immer < immer",
    "nie < seltener < jährlich < einmal im jahr < mehrmals im jahr < monatlich < einmal im monat < "
    "mehrmals im monat < wöchentlich < einmal pro woche < mehrmals pro woche < täglich",
    "jamais < presque jamais < très rarement < rarement < occasionnellement < parfois < quelquefois < "
    "de temps en temps < souvent < très souvent < presque toujours < toujours",
    "nunca < casi nunca < quase nunca < raramente < rara vez < ocasionalmente < a veces < às vezes < "
    "algunas veces < frecuentemente < frequentemente < a menudo < muchas veces < muitas vezes < casi siempre < "
    "quase sempre < siempre < sempre",
    "mai < quasi mai < raramente < a volte < qualche volta < spesso < molto spesso < quasi sempre < sempre",
    "nooit < bijna nooit < zelden < soms < regelmatig < vaak < heel vaak < bijna altijd < altijd",
)
_AMOUNT = (
    "none < not at all < none at all < extremely low < very low < low < rather low < low to medium < "
    "below average < medium low < medium < mid < middle < moderate < average < normal < medium high < "
    "above average < rather high < high < very high < extremely high < extreme",
    "not at all < none < very little < a little < a little bit < little < slightly < somewhat < some < "
    "moderately < a moderate amount < fairly < quite < quite a bit < quite a lot < considerably < a lot < much < "
    "very < very much < a great deal < extremely < completely",
    "none < very mild < mild < moderate < severe < very severe < extreme < critical",
    "absent < trace < mild < moderate < marked < severe",
    "xxxs < xxs < xs < s < m < l < xl < xxl < xxxl < xxxxl",
    "extra small < tiny < very small < small < medium < large < very large < extra large < huge < giant",
    "sehr niedrig < niedrig < eher niedrig < mittel < durchschnittlich < eher hoch < hoch < sehr hoch",
    "sehr gering < gering < eher gering < mittel < mäßig < eher groß < hoch < groß < sehr hoch < sehr groß",
    "winzig < sehr klein < klein < mittel < mittelgroß < groß < sehr groß < riesig",
    "gar nicht < überhaupt nicht < kaum < sehr wenig < ein wenig < wenig < etwas < mittelmäßig < mäßig < "
    "ziemlich < stark < viel < sehr < sehr viel < sehr stark < völlig",
    "kein < keine < leicht < mittel < mäßig < mittelschwer < schwer < sehr schwer",
    "très faible < faible < plutôt faible < moyen < moyenne < plutôt élevé < élevé < élevée < très élevé",
    "très petit < petit < moyen < grand < très grand",
    "pas du tout < très peu < un peu < peu < moyennement < assez < plutôt < beaucoup < tout à fait < énormément",
    "muy bajo < muy baja < bajo < baja < medio < media < medium < alto < alta < muy alto < muy alta",
    "molto basso < molto bassa < basso < bassa < medio < media < alto < alta < molto alto < molto alta",
    "muito baixo < muito baixa < baixo < baixa < médio < média < alto < alta < muito alto < muito alta",
    "nada < muy poco < poco < algo < bastante < mucho < muchísimo",
    "per niente < poco < abbastanza < molto < moltissimo",
    "zeer laag < laag < gemiddeld < hoog < zeer hoog",
    "primary < secondary < tertiary",
)
_JUDGEMENT = (
    "terrible < awful < very bad < very poor < bad < poor < below average < fair < okay < ok < acceptable < "
    "satisfactory < average < neutral < above average < good < very good < great < excellent < outstanding < "
    "exceptional < perfect",
    "extremely dissatisfied < completely dissatisfied < very dissatisfied < very unsatisfied < dissatisfied < "
    "unsatisfied < somewhat dissatisfied < slightly dissatisfied < neutral < "
    "neither satisfied nor dissatisfied < neither < slightly satisfied < somewhat satisfied < satisfied < "
    "very satisfied < completely satisfied < extremely satisfied",
    "not at all important < not important at all < very unimportant < unimportant < not important < "
    "not very important < of little importance < slightly important < neutral < somewhat important < "
    "moderately important < fairly important < important < quite important < very important < "
    "extremely important < essential",
    "extremely unlikely < very unlikely < definitely not < unlikely < probably not < somewhat unlikely < "
    "neutral < neither likely nor unlikely < unsure < possibly < maybe < somewhat likely < probably < likely < "
    "definitely < very likely < extremely likely",
    "very difficult < difficult < hard < somewhat difficult < neutral < somewhat easy < easy < very easy",
    "much worse < worse < somewhat worse < slightly worse < about the same < the same < same < unchanged < "
    "slightly better < somewhat better < better < much better",
    "beginner < novice < elementary < basic < intermediate < proficient < advanced < expert",
    "ungenügend < mangelhaft < ausreichend < befriedigend < gut < sehr gut",
    "sehr schlecht < schlecht < eher schlecht < mittel < mittelmäßig < teils-teils < eher gut < gut < sehr gut < "
    "ausgezeichnet",
    "sehr unzufrieden < unzufrieden < eher unzufrieden < neutral < weder noch < teils-teils < teils/teils < "
    "eher zufrieden < zufrieden < sehr zufrieden",
    "überhaupt nicht wichtig < gar nicht wichtig < unwichtig < nicht wichtig < eher unwichtig < "
    "weniger wichtig < neutral < teils-teils < eher wichtig < wichtig < sehr wichtig < äußerst wichtig",
    "nein < eher nein < vielleicht < unsicher < weiß nicht < eher ja < ja",
    "no < rather no < maybe < unsure < rather yes < yes",
    "pas du tout satisfait < très insatisfait < très insatisfaite < insatisfait < insatisfaite < peu satisfait < "
    "plutôt insatisfait < neutre < plutôt satisfait < assez satisfait < satisfait < satisfaite < "
    "très satisfait < très satisfaite",
    "très mauvais < mauvais < passable < moyen < assez bien < bon < bien < très bon < très bien < excellent",
    "muy malo < muy mala < malo < mala < regular < bueno < buena < muy bueno < muy buena < excelente",
    "muy insatisfecho < muy insatisfecha < insatisfecho < insatisfecha < neutral < satisfecho < satisfecha < "
    "muy satisfecho < muy satisfecha",
    "pessimo < scarso < insufficiente < sufficiente < discreto < buono < ottimo < eccellente",
    "none < no formal education < primary < elementary < lower secondary < secondary < high school < "
    "upper secondary < some college < college < bachelor < bachelor's < master < master's < doctorate < phd",
)
_NUMBERS = (
    "none < zero < one < two < three < four < five < six < seven < eight < nine < ten < eleven < twelve",
    "keine < keiner < eins < ein < eine < zwei < drei < vier < fünf < sechs < sieben < acht < neun < zehn < "
    "elf < zwölf",
    "aucun < zéro < un < une < deux < trois < quatre < cinq < six < sept < huit < neuf < dix",
    "ninguno < cero < uno < una < dos < tres < cuatro < cinco < seis < siete < ocho < nueve < diez",
)


def _words(*scales: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(scale.casefold().split(" < ")) for scale in scales)


#: Numbers in words; two of them may as well be the names of two classes.
NUMBERS = _words(*_NUMBERS)
#: Each scale as its words, with the case folded.
SCALES = _words(*_AGREEMENT, *_FREQUENCY, *_AMOUNT, *_JUDGEMENT) + NUMBERS
