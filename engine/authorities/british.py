"""Forms of citation of the United Kingdom and of European courts."""

from __future__ import annotations

import re

COURTS = (
    r"UKSC|UKHL|UKPC|UKUT|UKFTT|UKAIT|UKIAT|UKEAT|EAT|EWCA\s(?:Civ|Crim)|EWHC|EWFC|EWCOP|EWCC|EWMC|"
    r"EWPCC|IPEC|CSIH|CSOH|HCJAC|HCJ|SAC|NICA|NIQB|NIKB|NICh|NIFam|NICC|CAT|SIAC|PBRA|DIFC|JRC|"
    r"JCA|GCA|IEHC|IESC|IECA"
)
_REPORTS = (
    r"AC|QB|KB|Ch|P|Fam|App\sCas|HL\sCas|WLR|All\sER(?:\s\(Comm\)|\s\(EC\)|\sRep)?|"
    r"Lloyd's\s(?:Rep|Law\sRep)(?:\s(?:IR|FC|Med))?|BCLC|BCC|ICR|IRLR|FLR|FCR|"
    r"Cr\sApp\sR(?:\s\(S\))?|"
    r"Crim\sLR|CMLR|ECR|EHRR|EMLR|FSR|RPC|P\s?&\s?CR|EGLR|HLR|LGR|BLR|Con\sLR|Costs\sLR|PIQR|"
    r"Med\sLR|"
    r"RTR|STC|TC|SC(?:\s\((?:HL|UKSC|PC)\))?|SLT|SCLR|NI|BMLR|INLR|Imm\sAR|JPL|PLCR|BPIR|UKHRR|"
    r"Exch?|QBD|KBD|ChD|Ch\sD|E\s?&\s?B|B\s?&\s?S|M\s?&\s?W|Hare|Beav|Bing|Taunt|ITR|KIR|TLR|"
    r"LT|LJ(?:QB|KB|Ch)|ER|CLC|L\.?R\.?\s(?:Ch|Eq|QB|CP|Ex|HL|PC|App)"
)
NEUTRAL = rf"\[(?:19|20)\d\d\]\s(?:{COURTS})\s\d+(?:\s\((?:[A-Z][A-Za-z]{{1,6}})\))?"
REPORT = (
    rf"(?:\[(?:18|19|20)\d\d\]|\((?:18|19|20)\d\d\))\s(?:\d{{1,3}}\s)?(?:{_REPORTS})\s\d+"
    r"(?![\w-])(?!\.\d)"
)
ECLI = r"ECLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{0,24}[A-Z0-9]"
NEUTRAL_ELSEWHERE = (
    r"\[(?:19|20)\d\d\]\s[A-Z]{2,8}\s\d+(?![\w-])|"
    r"\b(?:19|20)\d\d\s(?:SCC|QCCA|QCCS|ONCA|ONSC|BCCA|BCSC|ABCA|FCA|NSCA|SKCA|MBCA)\s\d+(?![\w-])"
)
DIRECTIVE = (
    r"\bDirective\s(?:\((?:EU|EC)\)\s)?(?:No\s)?\d{2,4}/\d{1,4}(?:/E[CU]C?)?|"
    r"\bRegulation\s\((?:EU|EC|EEC)\)\s(?:No\.?\s)?\d{1,4}/\d{1,4}"
)
HUMAN_RIGHTS = r"\bApp(?:lication|l?\.)?\s[Nn]os?\.?\s\d{3,6}/\d\d\b"
EUROPEAN = r"(?:Joined\s)?Cases?\s(?:[CTF]-)?\d{1,4}/\d{2}(?:\sP)?\b"

_SUBS = r"(?:\([0-9A-Za-z]{1,5}\))*"
_NOT_TITLE = r"(?!(?:See|In|Under|The|By|Of|As|But|And|Per|With|Section|For|Also|Act)\b)"
_TITLE = (
    r"(?:[A-Z][A-Za-z'&-]*(?:\s\([A-Z][A-Za-z ,'&-]{2,60}\))?,?\s"
    r"(?:(?:and|of|the|for|to|in|etc|or|&)\.?,?\s)*)"
)
_ACT = (
    rf"(?P<act>{_NOT_TITLE}{_TITLE}{{1,9}}?(?:Act|Order|Regulations|Rules|Measure)\s"
    r"(?P<year>1[2-9]\d\d|20\d\d))"
)
_PART = (
    r"(?P<part>ss?\.?|[Ss]ections?|[Ss]ch(?:edule|ed)?s?\.?|regs?\.?|[Rr]egulations?|arts?\.?|"
    r"[Aa]rticles?|paras?\.?|r\.)"
)
_NUMBER = rf"(?P<section>\d+[A-Z]{{0,3}}(?![\w]))(?P<sub>{_SUBS})"
ACT_SECTION = rf"\b{_ACT},?\s{_PART}\s?{_NUMBER}"
SECTION_OF_ACT = rf"\b{_PART}\s?{_NUMBER}\s(?:of|to|in)\s(?:the\s)?{_ACT}"
CIVIL_PROCEDURE = (
    rf"\b(?P<rules>CPR|CrimPR|FPR|Civil\sProcedure\sRules(?:\s1998)?)"
    rf"(?:,?\s(?:[Rr]ule|[Pp]art|r\.?|"
    rf"[Pp]t\.?))?\s?(?P<rule>\d{{1,3}}[A-Z]{{0,2}}(?:\.\d+[A-Z]?)*)(?P<sub>{_SUBS})"
)
PRACTICE_DIRECTION = (
    r"\b(?P<rules>CPR\sPD|PD|Practice\sDirection)\s?(?P<rule>\d{1,3}[A-Z]{0,2})"
    r"(?:,?\s(?:para(?:graph|s|\.)?\s?)?\d+(?:\.\d+)*)?(?P<sub>)"
)


def act_section(match: re.Match[str]) -> str:
    """``Fraud Act 2006, s 1(1)`` of either order."""
    part = re.sub(r"[^a-z]", "", match["part"].lower())
    mark = next((m for m in ("sch", "reg", "art", "para", "r") if part.startswith(m)), "s")
    act = " ".join(match["act"].split())
    return f"{act}, {mark} {match['section']}{match['sub']}"


def procedure_rule(match: re.Match[str]) -> str:
    """``CPR 3.4(2)``, ``CPR PD 16``."""
    rules = match["rules"]
    name = {"CrimPR": "CrimPR", "FPR": "FPR"}.get(rules, "CPR PD" if "D" in rules[1:] and
                                                  rules != "CPR" else "CPR")  # fmt: skip
    return f"{name} {match['rule']}{match['sub']}"
