"""The rules by which an order to the software is told from an order to a jury.

Each is a pattern over plain small text (``engine.corpus.plainly``), with words of which one must
stand in a text before the pattern is tried. Gaps are bounded and nothing is nested, so that the
time a text takes grows with its length alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# what is surely a machine, and what may be one
_MACHINE = (
    r"(?:(?:large\s+)?language\s+models?|llms?|chat-?bots?|chat-?gpt|gpt-?\d\w*"
    r"|a\.?i\.?(?:\s+(?:assistants?|models?|systems?|reviewers?|readers?|agents?|judges?|lawyers?"
    r"|tools?|engines?|language\s+models?))?|automated\s+(?:system|reader|reviewer|agent)s?)"
)
_PERHAPS = (
    r"(?:(?:judge|legal|virtual|reviewing|grading|research)\s+)?(?:assistants?|models?|bots?)"
    r"|claude|gemini|copilot"
)
_NO_PERSON = (
    r"(?!\s*(?:\d|manager|director|attorney|united|u\.s|general|professor|release|code|rules?|act"
    r"|secretary|state|city|county|vice|principal|district|superintendent|year|number|no\.|coach"
    r"|builders?|editor|clerk|to\s+the))"
)
_HELPER = (
    rf"(?:{_MACHINE}|(?:virtual\s+|legal\s+)?assistant|model|claude|gemini|copilot){_NO_PERSON}"
)
_PARTY = (
    r"(?:the\s+)?(?:plaintiffs?|defendants?|petitioners?|respondents?|appell(?:ant|ee)s?|relators?"
    r"|claimants?|movants?|government|prosecution|defen[cs]e)\b"
)
_START = r"(?:^|(?<=[.;:!?>\])}\"'|\n])|\s[-–—•*])\s*"
_SOFTENER = r"(?:please\s+|now\s+|simply\s+|just\s+|always\s+|immediately\s+|kindly\s+)?"
# where an order may begin: a sentence, a clause, after a courtesy, after "you must"
_ORDER = (
    r"(?:^|(?<=[.;:!?,>\])}\"'|\n])|\s[-–—•*]|\b(?:please|kindly|now|then|just|simply|always|instead"
    r"|you\s+(?:must|should|shall|will|have\s+to|need\s+to|are\s+to)))\s*"
    rf"{_SOFTENER}"
)
_BARE = rf"{_START}{_SOFTENER}(?:and\s+)?"
_EARLIER = r"(?:previous|prior|earlier|preceding|former|foregoing|above|existing|original|initial)"
_ORDERS = (
    r"(?:instructions?|prompts?|guidelines|training|programming|directives?|directions"
    r"|system\s+(?:message|prompt|instructions?))"
)
_DROP = r"(?:ignore|disregard|forget|override|bypass|discard|erase|violate)"
_QUALIFIED = (
    rf"(?:\s+(?:all|any|every|each|of|the|these|those|your|other|and|or|system|{_EARLIER})\b)"
)
_OTHERS = r"(?!\s+(?:of|from|by|issued|regarding|about|on|to\s+the\s+(?:bank|escrow|agent|jury))\b)"
_DECIDE = (
    r"(?:rule|find\s+(?:for|that|in)|decide|conclude|grant|deny|approve|ignore|disregard|omit"
    r"|(?:state|say|answer|respond)\s+that|output|vote|mark|classify|assume|pretend|cite|mention"
    r"|skip|stop\s+reading|give\s+it|score|rate|add|treat\s+(?:\S+\s+){1,6}?as)\b"
)
_READS = (
    r"(?:reading|processing|reviewing|parsing|summari[sz]ing|analy[sz]ing|grading|scoring|evaluating"
    r"|handling|(?:that|which|who)\s+(?:reads?|process(?:es)?|reviews?|parses?|summari[sz]es?|sees?"
    r"|is\s+reading|is\s+given))"
)
_THIS = (
    r"(?:this|these|the\s+following|the\s+present)\s+(?:documents?|files?|filings?|motions?|exhibits?"
    r"|texts?|e-?mails?|briefs?|pages?|messages?|records?|declarations?|paragraphs?|lines?|words?)"
)
_OUGHT = r"(?:must|should|shall|(?:is|are|has|have)\s+to|needs?\s+to)"
_GROUNDS = r"(?:merits|evidence|facts|law|record|arguments|other\s+documents)"


@dataclass(frozen=True, slots=True)
class Rule:
    """``keys``: one of them stands in every text that ``pattern`` can match (small letters)."""

    keys: tuple[str, ...]
    pattern: re.Pattern[str]


def _rule(keys: str, *patterns: str) -> Rule:
    return Rule(tuple(keys.split("|")), re.compile("|".join(patterns), re.I))


_MARKS: tuple[Rule, ...] = (
    Rule(("<|",), re.compile(r"<\|\s?/?[a-z_]{2,30}\s?\|?>")),
    _rule("[inst]", r"\[inst\]"),
    _rule("[/", r"\[/(?:inst|system|assistant|user)\]"),
    _rule("{{", r"\{\{\s?(?:system|assistant|user)\s?\}\}"),
    _rule("sys>>", r"<</?sys>>"),
    _rule("_of_turn", r"<(?:start|end)_of_turn>"),
    _rule("system>|assistant>|instructions>", r"</?(?:system|assistant|instructions)>"),
    _rule("###", r"###\s*(?:system|instructions?|assistant|human|user|response)\b"),
    _rule("role", r"[\"']role[\"']\s*:\s*[\"'](?:system|assistant|user|tool)[\"']"),
    _rule(
        "system", r"\b(?:begin|end|start)(?:\s+of)?\s+system\s+(?:message|prompt|instructions?)\b"
    ),
    _rule("assistant:|assistant :", r"\b(?:human|user)\s*:.{1,500}?\bassistant\s*:"),
    _rule(
        "system:|assistant:|system :|assistant :",
        r"(?:^|[\n.])\s*(?:system|assistant)\s*:\s*(?:.{0,40}\b(?:you|judge|court|assistant|model|ai)\b"
        r".{0,30}\b(?:must|are|will|shall|should|always)\b|i\s+(?:rule|find|grant|vote|approve|hold)\b"
        rf"|{_DROP}\b|(?:rule|find|grant|approve)\b|the\s+motion\s+is\s+(?:granted|denied))",
    ),
    _rule("system override|new task", r"\bsystem\s+override\s*:", rf"{_START}new\s+task\s*:"),
    _rule(
        "system prompt",
        r"\bsystem\s+prompt\b(?!\s+(?:of|used|that|was|were|for|in|included|contained|told|had|which"
        r"|did|allowed|asked|written|and)\b)",
    ),
)

_FORGETTING: tuple[Rule, ...] = (
    _rule(
        "instruction|prompt|guideline|training|programming|directi|system message",
        rf"{_ORDER}(?:{_DROP}|stop\s+(?:following|obeying)){_QUALIFIED}{{1,6}}\s+{_ORDERS}\b{_OTHERS}",
        rf"{_ORDER}{_DROP}\s+(?:{_EARLIER}|your)\s+(?:{_ORDERS}|rules)\b{_OTHERS}",
        r"\b(?:all|the|your|any)\s+(?:previous|prior|earlier|above)\s+(?:instructions|prompts)\s+"
        r"(?:are|were|have\s+been)\s+(?:now\s+|hereby\s+)?(?:void|cancell?ed|null|lifted|no\s+longer)",
        r"\b(?:supersedes?|overrides?|replaces?)\s+(?:all|any|your)\b.{0,30}\binstructions?\b.{0,20}"
        rf"\b(?:to|of|for)\s+(?:the\s+|this\s+)?{_HELPER}",
    ),
    _rule(
        "ignore|disregard|forget",
        rf"{_ORDER}{_DROP}\s+(?:all\s+of\s+|everything\s+)?(?:the\s+)?above"
        r"(?=\s*(?:$|[.!;:,]|and\b|then\b|rule\b))",
        rf"{_ORDER}{_DROP}\s+(?:everything|all|anything|what)\s+(?:that\s+)?(?:you\b|above\b"
        r"|(?:before|prior)\s*(?:$|[.,;]|to\s+this\b))",
        rf"{_ORDER}{_DROP}\s+(?:what\s+)?(?:all\s+|any\s+)?(?:the\s+)?other\s+(?:documents?|exhibits?|files?)\b",
        rf"{_ORDER}{_DROP}\s+(?:it|that|this|them)\s+and\s+(?:side|rule|find|grant|vote|answer)\b",
    ),
    _rule(
        "instruction|prompt|text above|words above|everything above",
        rf"{_ORDER}(?:reveal|print|show|repeat|output|leak|display|disclose|recite)\s+(?:me\s+)?"
        r"(?:your\s+(?:\w+\s+)?|the\s+(?:hidden|system|initial|secret)\s+)(?:instructions|prompt)\b",
        rf"{_START}(?:repeat|print|output)\s+(?:all\s+)?(?:the\s+)?(?:text|words|everything)\s+above\b",
    ),
)

_ROLES: tuple[Rule, ...] = (
    _rule(
        "you are|your new",
        r"\byou\s+are\s+now\s+(?:(?:the|a|an|my|our|acting\s+as)\s+){0,2}(?:[\w']+\s+)?"
        r"(?:judge|juror|counsel|advocate|assistant|ai|model|chatbot|bot|dan|clerk|jailbroken"
        r"|unrestricted|unfiltered|lawyer|opposing\s+counsel|persona|character)\b(?!\s+of\s+record)",
        r"\byou\s+are\s+no\s+longer\s+(?:bound\s+by|restricted|limited\s+by|an\s+(?:ai|assistant))",
        rf"\byou\s+are\s+(?:now\s+)?(?:\w+,\s+)?(?:an?|the)\s+(?:\w+\s+){{0,2}}{_MACHINE}\b",
        r"\byou\s+are\s+(?:an?|the|my)\s+(?:helpful|obedient|unrestricted|impartial)\s+(?:\w+\s+)?"
        r"(?:assistant|model)\b",
        r"\byour\s+new\s+(?:task|persona|objective|instructions?)\s+(?:is|are)\b",
    ),
    _rule(
        "mode",
        r"\byou\s+are\s+(?:now\s+)?in\s+(?:\w+\s+){1,2}mode\b",
        r"\b(?:jailbreak|god|dan|unrestricted|unfiltered|admin(?:istrator)?|developer|root)\s+mode\s+"
        r"(?:is\s+)?(?:enabled|activated|engaged|on\s*(?:$|[.:!]))",
        rf"{_START}(?:enter|activate|enable|switch\s+to)\s+(?:jailbreak|god|dan|unrestricted|admin)\s+mode",
    ),
    _rule(
        "from now on",
        r"\bfrom\s+now\s+on,?\s+you\s+(?:are\s+(?:an?|the|my|our|counsel|acting)\b(?!\s+member)"
        r"|(?:(?:will|must|shall|should)\s+)?(?:act\s+as|answer|respond|rule|behave))\b",
    ),
    _rule(
        "act as|pretend|behave as|role-play|roleplay|role of",
        rf"{_START}(?:(?:act|behave|respond|answer)\s+as\s+(?:if|though)\b|pretend\s+(?:that|to\s+be|you)\b)",
        rf"{_ORDER}(?:(?:act|behave|role-?play)\s+as|(?:assume|take|adopt)\s+the\s+role\s+of)\s+"
        r"(?:an?\s+|the\s+|my\s+)?(?:\w+\s+)?(?:judge|advocate|ai|assistant|chatbot|model|juror)\b",
    ),
)

_DECISIONS: tuple[Rule, ...] = (
    _rule(
        "rule|find|decide|vote|side",
        rf"{_BARE}vote\s+(?:for|against)\s+{_PARTY}(?=\s*(?:$|[.!;,]|and\b))",
        rf"{_BARE}(?:rule|find|decide)\s+(?:only\s+)?(?:for|in\s+favou?r\s+of|against)\s+{_PARTY}"
        r"(?!\s*(?:to\b|on\s+count|nominee|'s\s+nominee))",
        rf"{_BARE}side\s+with\s+{_PARTY}",
        rf"\byou\s+must\s+now\s+(?:rule|find|decide|vote)\s+(?:for|in\s+favou?r\s+of|against)\s+{_PARTY}",
    ),
    _rule(
        "regardless|whatever|no matter",
        rf"{_ORDER}(?:rule|find|vote|choose|grant|decide|conclude)\b.{{0,60}}\b"
        rf"(?:regardless\s+of|no\s+matter|whatever)\s+(?:what\s+)?the\s+{_GROUNDS}\b",
    ),
    _rule(
        "hold",
        rf"{_ORDER}(?:approve|confirm|clear)\s+(?:the|this|that|any|all|every)?\s*"
        r"(?:(?:pending|ethics|open)\s+)*holds?\b(?!\s*(?:harmless|back|over|music|on\b|upon\b|up\b"
        r"|for\b|period|order|placed|notice))",
        rf"{_ORDER}(?:approve|confirm|clear|release|lift)\s+(?:the\s+|this\s+|all\s+|any\s+)?"
        r"(?:(?:pending|ethics|open)\s+holds?\b|holds?\s*\#?\d+)",
        r"\bholds?\s*\#?\d*\s+(?:must|should|is\s+to|are\s+to)\s+be\s+(?:approved|released|cleared)\s+"
        r"(?:without|now|at\s+once|immediately)\b",
        r"\bholds?\s+(?:\w+\s+){0,2}approved\s+by\s+ethics\b",
    ),
    _rule(
        "vote|option",
        r"(?:^|[\n.;])\s*vote\s*:\s*(?![^\n]{0,60}\b(?:\d+|ayes?|nays?|noes|abstain\w*|unanimous\w*)\b)"
        r"(?:remember|forget|plaintiffs?|defendants?|grant|deny|approve|reject|proceed|settle|option"
        r"|for\s+the\s+(?:plaintiff|defendant|motion)|win|loss)\b",
        r"\bvote\s*:.{0,80}\bconfidence\s*:",
        rf"\byour\s+vote\s+(?:must|should|shall|will)\s+be\s+(?:for\s+)?(?:{_PARTY}|option\b|remember\b"
        r"|forget\b|grant\b|deny\b|approve\b|reject\b|yes\b|no\b)",
        rf"\bcast\s+your\s+vote\s+for\s+(?:option\b|{_PARTY}|remember\b|forget\b)",
    ),
    _rule(
        "confidence|receptivity|outcome|verdict",
        r"\bset\s+(?:\w+\s+to\s+[\d.]+\s+and\s+)?(?:the\s+|your\s+)?(?:confidence|receptivity)\s+to\s+"
        r"[01](?:\.\d+)?\b(?!\s*%)",
        r"\b(?:outcome|verdict)\s+(?:set|equal)\s+to\s+(?:win|loss)\b",
    ),
    _rule(
        "classify|label|mark|treat",
        rf"{_ORDER}(?:classify|label|mark|treat)\s+(?:this|the\s+following|every|each|any)\s+"
        r"(?:command|action|move|request|prompt)s?\s+as\s+"
        r"(?:harmless|safe|routine|benign|approved|non-?destructive|low)\b",
    ),
    _rule("/lawgame", r"(?<![\w/.])/lawgame\b"),
    _rule(
        "tool|function|execute",
        rf"{_ORDER}(?:call|invoke|use)\s+the\s+(?:tool|function)\s+\w+_\w+",
        rf"{_ORDER}execute\s+(?:the\s+|this\s+|the\s+following\s+)commands?\b",
    ),
)

# "ai" alone would stand in every "said" and "claim"
_NAMED = (
    "ai |ai:|ai,|ai.|ai)|ai!|, ai|a.i|llm|gpt|bot|assistant|claude|gemini|copilot|automated|model"
)
_MACHINES: tuple[Rule, ...] = (
    _rule(
        _NAMED,
        rf"\b(?:{_MACHINE}|{_PERHAPS})\s+(?:\w+\s+)?{_READS}\s+{_THIS}.{{0,60}}(?:\b(?:{_OUGHT}|please|will)\b"
        rf"|[:,]\s*{_DECIDE})",
        rf"\b{_MACHINE}\s+{_READS}\s+(?:this|these|it)\b.{{0,60}}(?:\b(?:{_OUGHT}|please)\b|[:,]\s*{_DECIDE})",
        rf"\bif\s+(?:an?|any|the)\s+{_MACHINE}\s+(?:is|are|reads?|sees?|processes|gets)\b.{{0,40}}"
        r"\b(?:this|these)\b",
    ),
    _rule(
        _NAMED,
        rf"(?<!\bby\s)(?<!\bof\s)\b{_MACHINE}{_NO_PERSON}\s+(?:now\s+)?{_OUGHT}\s+"
        rf"(?:now\s+|not\s+|only\s+|always\s+|never\s+)?{_DECIDE}",
        rf"\b(?:{_PERHAPS}){_NO_PERSON}\s+(?:now\s+)?{_OUGHT}\s+(?:now\s+|always\s+|only\s+)?(?:output\b"
        rf"|(?:rule|find|vote)\s+(?:for|in\s+favou?r\s+of|against)\s+{_PARTY}|approve\s+the\s+hold\b"
        rf"|grant\s+the\s+motion|{_DROP}\s+(?:all|any|the)\s+(?:{_EARLIER}|{_GROUNDS}))",
    ),
    _rule(
        "note|message|attention|instruction|notice|memo|hint|address|command|to the|to any|to all",
        r"(?:\b(?:note|message|memo|instructions?|notice|hint|addressed|command)\s+(?:to|for)"
        rf"|(?:^|[.\n])\s*(?:attention,?|to))\s+(?:the\s+|any\s+|all\s+|every\s+)?{_HELPER}"
        rf"(?=\s*(?:$|[.:,;!)\]-]|follows?\b|reading\b|grading\b|{_READS}\s+this\b))",
        r"\bmessage\s+from\s+(?:the\s+)?(?:administrators?|system|developers?|owners?)\b.{0,30}"
        rf"\bto\s+(?:the\s+|this\s+)?{_HELPER}",
    ),
    _rule("if you", rf"\bif\s+you\s+(?:are|were)\s+(?:an?\s+|the\s+)?{_MACHINE}\b"),
    _rule(
        "as an ai|as a language|as a large",
        r"\bas\s+an?\s+(?:ai\s+(?:language\s+model|assistant|model)|(?:large\s+)?language\s+model)\b"
        r".{0,20}\byou\b",
    ),
    _rule(
        "dear |hello |hey ",
        rf"(?:^|[.\n])\s*(?:dear|hello|hey)\s+(?:{_MACHINE}|assistant|claude|gemini|copilot)\s*[,:!]"
        r"(?=.{0,60}\b(?:please|say|rule|find|ignore|output|answer|treat|approve|grant)\b)",
    ),
    _rule(
        _NAMED,
        rf"{_START}{_MACHINE}\s+instructions?\s*:",
        rf"{_START}{_MACHINE}\s*[:,]\s*(?:please\s+|you\s+must\s+|do\s+not\s+)?{_DECIDE}",
        rf"{_START}(?:assistant|model|claude|gemini|copilot)\s*[:,]\s*(?:please\s+)?(?:{_DROP}\b|output\b"
        rf"|(?:rule|find|vote)\s+(?:for|in\s+favou?r\s+of|against)\b|approve\s+the\s+hold|grant\s+the\s+motion)",
        r"\b(?:release|advise|approve|rule|ignore|answer|write|pretend|find|grant|delete|vote|choose|decide)\b"
        r".{0,100},\s*(?:assistant|ai|chatbot|chatgpt|claude|gemini|copilot|model)\s*[.!]?\s*$",
        rf"{_ORDER}(?:rule|find|decide|vote|grant|approve|conclude)\b.{{0,80}},\s*{_MACHINE}\s*[.!]?\s*$",
    ),
)

_ANSWERS: tuple[Rule, ...] = (
    _rule(
        "respond|reply|answer|output|response|print|return|write",
        rf"{_ORDER}(?:respond|reply|answer)\s+(?:only\s+|just\s+|simply\s+|always\s+)?with\s+(?:only\s+)?"
        r"(?:the\s+(?:words?|single\s+word|following|json|phrase)\b|[\"'])",
        rf"{_ORDER}(?:output|print|return|write)\s+(?:only\s+)?(?:the\s+)?"
        r"(?:following|words?|json|text)\b.{0,60}\b(?:nothing\s+else|granted|denied|json)\b",
        r"\boutput\s+only\b",
        r"\byour\s+(?:answer|response|output|reply)\s+must\s+be\s+(?:json\b|exactly\b|the\s+words?\b|[\"'])",
    ),
    _rule(
        "do not|don't|never",
        r"\b(?:do\s+not|don't|never)\s+(?:tell|inform|alert|notify|warn)\s+(?:the\s+)?"
        r"(?:users?|humans?|lawyers?|operators?)\s+(?:about|of|that|why|anything)\b.{0,40}"
        r"\b(?:this|these|instructions?|note|prompt|hidden)\b",
        r"\b(?:do\s+not|don't|never)\s+(?:mention|reveal|disclose|repeat|quote)\s+(?:this|these|the\s+above)\s+"
        r"(?:instruction|prompt|note|message|text|command)s?\s+(?:in\s+your|to\s+(?:the\s+)?"
        r"(?:users?|humans?|lawyers?))\b",
    ),
    _rule(
        "ing this|ing these|ing the |in your",
        r"\b(?:when|while|in|before)\s+(?:summari[sz]ing|analy[sz]ing|reviewing|processing|reading)\s+"
        rf"{_THIS},\s+(?:please\s+|always\s+|you\s+must\s+)?"
        r"(?:state\s+that|say\s+that|say|omit|conclude\s+that|ignore|treat|leave\s+out)\b",
        r"\bin\s+your\s+(?:summary|output),?\s+(?:please\s+|always\s+)?"
        r"(?:omit|state\s+that|say\s+that|do\s+not|never|leave\s+out|conclude|ignore)\b",
    ),
)

RULES: tuple[Rule, ...] = (*_MARKS, *_FORGETTING, *_ROLES, *_DECISIONS, *_MACHINES, *_ANSWERS)

# the same in letters alone, for names of files and words drawn apart
SQUEEZED = re.compile(
    r"(?:ignore|disregard|forget|override)(?:all|any|the|your|everything){0,3}(?:of)?(?:the)?"
    r"(?:previous|prior|earlier|above|foregoing)(?:instructions?|prompts?|directions?)"
    r"|^(?:ignore|disregard)(?:all|the|everything)?above$"
    r"|(?:ignore|disregard|forget)(?:the)?above(?:and)?(?:rule|vote|approve|grant)"
    r"|^(?:please)?rule(?:for|infavou?rof)(?:the)?(?:plaintiff|defendant|petitioner|respondent)s?$"
    r"|^(?:please)?approve(?:the|this|all)?(?:pending)?holds?$|youarenow(?:the|an?)?(?:judge|ai|assistant)"
    r"|systemprompt(?!s|ed)|^vote(?:remember|forget|plaintiff|defendant|approve|reject)$"
)
