"""What players call the verbs and units, per language. Words only; how they combine is the grammar's business.

English has the words of both older judges (DPjudge's and nJudge's tables), Japanese those of Petit's seed and the other
terms in use. Latin words are stored folded: lower case, without accents.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto


class Word(Enum):
    """The part a word can play in an order."""

    ARMY = auto()
    FLEET = auto()
    HOLD = auto()
    MOVE = auto()
    ATTACK = auto()
    SUPPORT = auto()
    CONVOY = auto()
    VIA = auto()
    SEA = auto()
    RETREAT = auto()
    DISBAND = auto()
    BUILD = auto()
    REMOVE = auto()
    WAIVE = auto()
    KEEP = auto()
    STRIKE = auto()
    BERTH = auto()
    AND = auto()
    ARTICLE = auto()
    PREPOSITION = auto()
    FILLER = auto()
    NOUN = auto()
    ENDING = auto()
    COAST = auto()
    NORTH = auto()
    SOUTH = auto()
    EAST = auto()
    WEST = auto()


LANGUAGES: Mapping[str, Mapping[Word, str]] = {
    "en": {
        Word.ARMY: "a army armies",
        Word.FLEET: "f fleet fleets",
        Word.HOLD: "h hold holds holding stand stands standing stay stays",
        Word.MOVE: "m move moves moving go goes going advance advances march marches sail sails to into towards enter",
        Word.ATTACK: "attack attacks attacking against",
        Word.SUPPORT: "s support supports supporting supp",
        Word.CONVOY: "c t convoy convoys convoying transport transports transporting ferry ferries ferrying",
        Word.VIA: "via through by",
        Word.SEA: "sea",
        Word.RETREAT: "r retreat retreats retreating withdraw withdraws withdrawing",
        Word.DISBAND: "d disband disbands disbanded disbanding destroy destroys destroyed",
        Word.BUILD: "b build builds building raise raises",
        Word.REMOVE: "remove removes removed removing",
        Word.WAIVE: "waive waives waived waiving",
        Word.KEEP: "keep keeps keeping maintain maintains",
        Word.STRIKE: "x strike strikes striking",
        Word.BERTH: "berth",
        Word.AND: "and then",
        Word.ARTICLE: "the an a unit",
        Word.PREPOSITION: "in at on of from",
        Word.FILLER: "is will shall be s its",
        Word.NOUN: "move attack movement",
        Word.ENDING: "please pls plz thanks thank you thx instead now again too also asap",
        Word.COAST: "coast cst",
        Word.NORTH: "north northern n nc",
        Word.SOUTH: "south southern s sc",
        Word.EAST: "east eastern e ec",
        Word.WEST: "west western w wc",
    },
    "de": {
        Word.ARMY: "armee",
        Word.FLEET: "flotte",
        Word.HOLD: "halt halten haelt bleibt",
        Word.MOVE: "zieht ziehen nach geht",
        Word.ATTACK: "greift",
        Word.SUPPORT: "unterstutzt unterstuetzt unterstutzen unterstuetzen",
        Word.CONVOY: "konvoi transportiert geleitet konvoiert",
        Word.VIA: "uber ueber",
        Word.RETREAT: "ruckzug rueckzug",
        Word.DISBAND: "auflosen aufloesen",
        Word.BUILD: "baut baue aufbau aufbauen",
        Word.REMOVE: "entfernt entfernen abbau",
        Word.WAIVE: "verzicht verzichtet",
        Word.ARTICLE: "die der das eine",
        Word.ENDING: "bitte danke stehen",
    },
    "fr": {
        Word.ARMY: "armee",
        Word.FLEET: "flotte",
        Word.HOLD: "tient reste",
        Word.MOVE: "va vers avance",
        Word.ATTACK: "attaque contre",
        Word.SUPPORT: "soutient soutien",
        Word.CONVOY: "convoie transporte",
        Word.VIA: "via",
        Word.RETREAT: "retraite recule",
        Word.DISBAND: "dissout dissoute",
        Word.BUILD: "construit construire",
        Word.REMOVE: "retire supprime",
        Word.WAIVE: "renonce",
        Word.ARTICLE: "la le les une un",
        Word.PREPOSITION: "de du des en",
        Word.ENDING: "svp merci sur place",
    },
    "es": {
        Word.ARMY: "ejercito",
        Word.FLEET: "flota",
        Word.HOLD: "mantiene mantener aguanta queda espera",
        Word.MOVE: "va mueve hacia hasta avanza",
        Word.ATTACK: "ataca contra",
        Word.SUPPORT: "apoya apoyo apoyar",
        Word.CONVOY: "transporta convoya",
        Word.RETREAT: "retirada retrocede",
        Word.DISBAND: "disuelve disolver",
        Word.BUILD: "construye construir",
        Word.REMOVE: "elimina",
        Word.ARTICLE: "el los las una",
        Word.PREPOSITION: "desde",
        Word.ENDING: "gracias",
    },
    "it": {
        Word.ARMY: "armata esercito",
        Word.FLEET: "flotta",
        Word.HOLD: "tiene mantiene resta ferma fermo",
        Word.MOVE: "va muove verso",
        Word.ATTACK: "attacca contro",
        Word.SUPPORT: "supporta appoggia sostiene supporto appoggio",
        Word.CONVOY: "convoglia trasporta",
        Word.RETREAT: "ritirata",
        Word.DISBAND: "scioglie sciogli",
        Word.BUILD: "costruisce costruisci",
        Word.REMOVE: "rimuove rimuovi",
        Word.ARTICLE: "il lo gli una",
        Word.PREPOSITION: "da di",
        Word.ENDING: "grazie",
    },
    "nl": {
        Word.ARMY: "leger",
        Word.FLEET: "vloot",
        Word.HOLD: "houdt blijft",
        Word.MOVE: "naar gaat",
        Word.ATTACK: "valt",
        Word.SUPPORT: "steunt ondersteunt",
        Word.CONVOY: "konvooi vervoert",
        Word.RETREAT: "terug",
        Word.BUILD: "bouwt bouw",
        Word.REMOVE: "verwijdert verwijder",
        Word.ARTICLE: "het een",
        Word.PREPOSITION: "van",
        Word.ENDING: "alsjeblieft graag",
    },
    "pt": {
        Word.ARMY: "exercito",
        Word.FLEET: "frota armada",
        Word.HOLD: "mantem fica",
        Word.MOVE: "vai para",
        Word.SUPPORT: "apoia",
        Word.CONVOY: "comboia transporta",
        Word.RETREAT: "recua",
        Word.BUILD: "constroi",
        Word.REMOVE: "remove",
        Word.ARTICLE: "uma",
        Word.ENDING: "obrigado obrigada",
    },
    "ru": {
        Word.ARMY: "а армия",
        Word.FLEET: "ф флот",
        Word.HOLD: "стоит держит стоять держать",
        Word.MOVE: "идет в на",
        Word.SUPPORT: "поддерживает поддержка",
        Word.CONVOY: "конвои конвоирует",
        Word.PREPOSITION: "из",
        Word.ENDING: "пожалуиста спасибо",
    },
    "ja": {
        Word.ARMY: "陸軍 陸 軍 アーミー",
        Word.FLEET: "海軍 海 艦隊",
        Word.HOLD: "待機 維持 ホールド 守備",
        Word.MOVE: "移動 行軍 進軍 へ に",
        Word.ATTACK: "攻撃",
        Word.SUPPORT: "支援 サポート",
        Word.CONVOY: "輸送 コンボイ",
        Word.VIA: "経由",
        Word.RETREAT: "撤退 退却",
        Word.DISBAND: "解体 解散",
        Word.BUILD: "増産 増設 生産 建設",
        Word.REMOVE: "減産 撤去 削減",
        Word.WAIVE: "放棄 見送り",
        Word.PREPOSITION: "から を の は が で ・",
        Word.ENDING: "する します 。 、 お願いします お願い致します おねがいします ください",
        Word.NORTH: "北岸 北",
        Word.SOUTH: "南岸 南",
        Word.EAST: "東岸 東",
        Word.WEST: "西岸 西",
    },
}
"""Language → role → its words, blank-separated."""


def _index() -> Mapping[str, frozenset[Word]]:
    roles: dict[str, set[Word]] = {}
    for table in LANGUAGES.values():
        for role, words in table.items():
            for word in words.split():
                roles.setdefault(word, set()).add(role)
    return {word: frozenset(found) for word, found in roles.items()}


ROLES: Mapping[str, frozenset[Word]] = _index()
"""Folded word → every role it can play."""

JAPANESE: frozenset[str] = frozenset(word for words in LANGUAGES["ja"].values() for word in words.split())

SIDES: Mapping[Word, str] = {Word.NORTH: "NC", Word.SOUTH: "SC", Word.EAST: "EC", Word.WEST: "WC"}
"""Side of the compass → coast as the map writes it."""
