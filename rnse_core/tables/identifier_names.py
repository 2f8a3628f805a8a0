"""Names of columns that identify something: an index, a number of a customer, a postal code."""

from __future__ import annotations

import re

# What numbers rows, or is a key of another table.
_ID = re.compile(
    r"(?:.*[_ .-])?(?:id|ids|uid|uuid|guid|pk|index|idx|key|serial|row|rows|row ?names?|rownum|row[_ ]?(?:number|no|nr)"
    r"|no\.?|nr\.?|num|number|#|s\.?no\.?|unnamed: ?\d+|level_[0-3])",
    re.IGNORECASE,
)
_CAMEL_ID = re.compile(r".*[a-z](?:Id|ID)")
# What a name ends with: identifiers, codes, telephone numbers, and things of which a number is one of many.
_IDENTIFIER = re.compile(
    r"(?:.*[_ .-])?(?:id|ids|uid|uuid|guid|pk|fk|level_[0-3]|zip|zip ?code|post ?code|postal ?code|plz|ssn|isbn|ean"
    r"|gtin|upc|sku|asin|imei|iban|bic|vin|fips|naics|nace|sic|icd|cusip|isin|wkn|orcid|doi|barcode"
    r"|[a-zäöüß]*nummer|[a-zäöüß]*nr\.?|num(?:é|e)ro|numer|n[úu]mero|code|codes|kode|c[óo]digo|codice|schlüssel"
    r"|phone|tel\.?|telefon|telephone|téléphone|telefono|teléfono|mobile|mobil|handy|fax|phone ?number"
    r"|store|shop|branch|filiale|dept\.?|department|abteilung|account|konto|customer|kunde|client|vendor|supplier"
    r"|lieferant|visit|replicate|subject|patient|respondent|participant|proband|household"
    r"|item|movie|film|song|artist|book|seller|buyer|driver|student|pupil|teacher|school|hospital|doctor|animal|device"
    r"|sensor|machine|batch|reg|region|dep|dpt|d\u00e9partement|departement|canton|county|province|district|municipality"
    r"|commune|gemeinde|kreis|landkreis|bundesland|nuts"
    r"|mrn|nhs|accession|taxid|tax ?id|taxon ?id|well|well ?(?:row|col|column)"
    r"|user|employee|mitarbeiter|product|produkt|article|artikel|cost ?cent(?:er|re)|kostenstelle|warehouse)",
    re.IGNORECASE,
)
_CAMEL = re.compile(r".*[a-z](?:Id|ID|Key|No|Nr|Number|Code|Phone)")
# Identifiers written in one word, as in tables of clinical studies and of customers.
_JOINED = re.compile(
    r"(?:u?subj|pat|pt|cust|prod|case|emp|stud|acct|trans|site|item|doc|ord|order|session|client|member|loan|user"
    r"|household|hh|respondent|sample|site|store|ticket|event|device|sensor|station|stn|visit|vis)(?:id|no|num|nr)",
    re.IGNORECASE,
)


def is_id_name(name: str) -> bool:
    """Return whether a column of this name numbers the rows, or holds keys."""
    return bool(_ID.fullmatch(name) or _CAMEL_ID.fullmatch(name))


def is_identifier_name(name: str) -> bool:
    """Return whether a column of this name identifies something, of the rows or of another table."""
    return any(one.fullmatch(name.strip()) for one in (_IDENTIFIER, _CAMEL, _JOINED)) or is_id_name(name)
