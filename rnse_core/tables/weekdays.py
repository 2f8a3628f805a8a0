"""Days of the week in the languages of tables, Monday first."""

from __future__ import annotations

#: The days of a week, short or in full, in one language each.
WEEKDAYS = (
    "mon tue wed thu fri sat sun", "monday tuesday wednesday thursday friday saturday sunday",
    "mo di mi do fr sa so", "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "lun mar mer jeu ven sam dim", "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lun mar mi\u00e9 jue vie s\u00e1b dom", "lunes martes mi\u00e9rcoles jueves viernes s\u00e1bado domingo",
    "lun mar mer gio ven sab dom", "luned\u00ec marted\u00ec mercoled\u00ec gioved\u00ec venerd\u00ec sabato domenica",
    "ma di wo do vr za zo", "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
)  # fmt: skip
# No word is another day in another language.
_PLACES = {word: place for words in WEEKDAYS for place, word in enumerate(words.split())}


def weekday_place(word: str) -> int | None:
    """Return the place of a day in its week, 0 for Monday; None for other words.

    Parameters
    ----------
    word : str
        A point behind it is no part of it.
    """
    return _PLACES.get(word.strip().rstrip(".").casefold())
