"""The paragraph numbers that Word prints and its files do not hold."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from docx.document import Document as WordDocument
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import qn
from lxml import etree  # type: ignore[import-untyped]

_BASED_ON = 20


@dataclass
class Numbering:
    """Numbers of the simplest kind of automatic list, ``1.`` at the first level.

    Pleadings written in Word number their paragraphs so; other kinds stay unnumbered. ``styles``
    are the lists that paragraphs of a style belong to without saying so themselves.
    """

    starts: dict[str, int]
    styles: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, document: WordDocument) -> Numbering:
        """The lists that the document defines."""
        try:
            root = document.part.part_related_by(RELATIONSHIP_TYPE.NUMBERING)
        except KeyError:
            return cls({})
        tree = parse_xml(root.blob)
        plain: dict[str, int] = {}
        for abstract in tree.findall(qn("w:abstractNum")):
            level = abstract.find(f"{qn('w:lvl')}[@{qn('w:ilvl')}='0']")
            if level is None or value(level, "numFmt") != "decimal":
                continue
            if re.fullmatch(r"%1[.)]?", value(level, "lvlText")):
                key = abstract.get(qn("w:abstractNumId"), "")
                plain[key] = int(value(level, "start") or "1")
        starts = {
            num.get(qn("w:numId"), ""): plain[value(num, "abstractNumId")]
            for num in tree.findall(qn("w:num"))
            if value(num, "abstractNumId") in plain
        }
        return cls(starts, _of_styles(document))

    def next(self, paragraph: etree._Element) -> int | None:
        """The number printed before a paragraph, each asked for once and in order."""
        properties = paragraph.find(f"{qn('w:pPr')}/{qn('w:numPr')}")
        if properties is not None:
            key = value(properties, "numId") if value(properties, "ilvl") in ("", "0") else ""
        else:
            style = paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
            key = "" if style is None else self.styles.get(style.get(qn("w:val"), ""), "")
        if key not in self.starts:
            return None
        self.counts[key] = self.counts.get(key, self.starts[key] - 1) + 1
        return self.counts[key]


def _of_styles(document: WordDocument) -> dict[str, str]:
    """Style → the list of its paragraphs, its own or that of the style it is based on."""
    own: dict[str, str] = {}
    based: dict[str, str] = {}
    for style in document.styles.element.findall(qn("w:style")):
        name = style.get(qn("w:styleId"), "")
        based[name] = value(style, "basedOn")
        listed = style.find(f"{qn('w:pPr')}/{qn('w:numPr')}")
        if listed is not None:
            own[name] = value(listed, "numId") if value(listed, "ilvl") in ("", "0") else ""
    found: dict[str, str] = {}
    for name in based:
        at, steps = name, 0
        while at not in own and based.get(at) and steps < _BASED_ON:
            at, steps = based[at], steps + 1
        if own.get(at):
            found[name] = own[at]
    return found


def value(parent: etree._Element, tag: str) -> str:
    """The ``w:val`` of a child, "" without one."""
    found = parent.find(qn(f"w:{tag}"))
    return "" if found is None else str(found.get(qn("w:val"), ""))
