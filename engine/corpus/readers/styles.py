"""Whether text on a page is shown: the few rules of style by which words are hidden."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from lxml import etree  # type: ignore[import-untyped]

_RULE = re.compile(r"([^{}]{1,500})\{([^{}]{0,5000})\}")
_COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/")
_SELECTOR = re.compile(r"[a-z][a-z0-9]*|(?:[a-z][a-z0-9]*)?[.#][\w-]+", re.I)
_GONE = re.compile(
    r"(?:^|;)(?:display:none|visibility:hidden|opacity:0(?:\.0*)?(?:;|$)|max-height:0(?:px)?(?:;|$)"
    r"|(?:text-indent|left|top|margin-left):-\d{3,}(?:px|pt|em)?(?:;|$))"
)
_COLOUR = re.compile(r"(?:^|;)color:([^;]+)")
_GROUND = re.compile(r"(?:^|;)background(?:-color|-image)?:([^;]+)")
_SIZE = re.compile(r"(?:^|;)font-size:(\d*\.?\d+)(px|pt|em|rem|%)?")
_WHITE = re.compile(r"(?:white|#fff|#ffffff|#fefefe|rgba?\(255,255,255(?:,1)?\))(?:!important)?$")
_TINY = {"px": 2.0, "pt": 2.0, "em": 0.15, "rem": 0.15, "%": 15.0, "": 2.0}
_MAX_SHEET = 200_000


@dataclass(frozen=True, slots=True)
class Look:
    """How text looks at a point: ``gone`` hides all below, the rest may be undone further down."""

    gone: bool = False
    white: bool = False
    tiny: bool = False
    on_colour: bool = False

    @property
    def unseen(self) -> bool:
        """Whether a reader cannot see text here."""
        return self.gone or self.tiny or (self.white and not self.on_colour)

    def under(self, style: str) -> Look:
        """The look within an element that declares ``style`` (small letters, no spaces)."""
        if not style:
            return self
        look = self
        if _GONE.search(style):
            look = replace(look, gone=True)
        if found := _COLOUR.findall(style):
            look = replace(look, white=bool(_WHITE.fullmatch(found[-1])))
        if found := _GROUND.findall(style):
            plain = _WHITE.fullmatch(found[-1]) or found[-1] in ("none", "transparent", "inherit")
            look = replace(look, on_colour=not plain)
        if sized := _SIZE.findall(style):
            number, unit = sized[-1]
            look = replace(look, tiny=float(number) < _TINY[unit])
        return look


@dataclass
class StyleSheet:
    """The page's own rules for plain names, classes and ids; others are not followed."""

    rules: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, root: etree._Element) -> StyleSheet:
        """The rules in the page's ``style`` elements."""
        rules: dict[str, str] = {}
        left = _MAX_SHEET
        for element in root.iter("style"):
            sheet = _COMMENT.sub("", (element.text or "")[:left])
            left -= min(left, len(element.text or ""))
            for selectors, body in _RULE.findall(sheet):
                for selector in selectors.split(","):
                    if _SELECTOR.fullmatch(selector.strip()):
                        key = selector.strip().lower()
                        rules[key] = f"{rules.get(key, '')};{_packed(body)}"
        return cls(rules)

    def of_element(self, element: etree._Element) -> str:
        """All that is declared for an element, the strongest last."""
        if not isinstance(element.tag, str):
            return ""
        own = _packed(element.get("style") or "")
        if element.get("hidden") is not None:
            own = f"display:none;{own}"
        if element.get("bgcolor"):
            own = f"background:{_packed(element.get('bgcolor'))};{own}"
        if element.tag == "font" and element.get("color"):
            own = f"color:{_packed(element.get('color'))};{own}"
        if not self.rules:
            return own
        tag, found = element.tag, [self.rules.get(element.tag, "")]
        for name in (element.get("class") or "").lower().split():
            found += [self.rules.get(f".{name}", ""), self.rules.get(f"{tag}.{name}", "")]
        if named := (element.get("id") or "").lower():
            found += [self.rules.get(f"#{named}", ""), self.rules.get(f"{tag}#{named}", "")]
        return ";".join(part for part in (*found, own) if part)


def _packed(style: str) -> str:
    return re.sub(r"\s+", "", style).lower()
