"""A realistic post of every kind a matter's thread shows, for renderers and pages to draw."""

from __future__ import annotations

from dataclasses import replace

from engine.events import Kind
from handlers.posts import (
    PRIVILEGE,
    RESEARCH_ONLY,
    Action,
    AuthorityRef,
    Block,
    Code,
    CodeBlock,
    Details,
    Emphasis,
    FactRef,
    File,
    Heading,
    ListBlock,
    Paragraph,
    PersonRef,
    Post,
    Progress,
    Quotation,
    Strong,
    Table,
    Text,
)

RUN = "run-7f3a"
MATTER = "m-91c2"
THREAD = "t-91c2"
_FOOTER = (RESEARCH_ONLY, PRIVILEGE)


def _post(kind: Kind, title: str, *body: Block, **more: object) -> Post:
    plain = Post(kind, title, body, footer=_FOOTER, thread=THREAD, matter=MATTER)
    return replace(plain, id=f"p-{kind}", **more)  # type: ignore[arg-type]


def _say(*spans: object) -> Paragraph:
    return Paragraph(tuple(Text(s) if isinstance(s, str) else s for s in spans))  # type: ignore[misc]


KEPT_PAYING = Quotation(
    "CMS continued to reimburse the June claims in full after the audit team had circulated its "
    "findings on off-label use to the regional office.",
    "Audit memorandum of 14 June 2021",
    "p. 3, ¶ 2",
    "F12",
)
KNEW = Quotation(
    "I have known since the spring that these are coded outside the indication. We pay them; the "
    "alternative is that the patients go without.",
    "E-mail of R. Tanaka to J. Whitlock",
    "2 July 2021",
    "F31",
)
CERTIFIED = Quotation(
    "Supplier certifies that each item is reasonable and necessary for the indication stated.",
    "Form CMS-855S, certification",
    "§ 15",
    "F4",
)

ACK = _post(
    Kind.ACK,
    "Simulating: dismissal of every claim for want of materiality",
    fields={"Rounds": "4 an orbit", "Orbits": "at most 3", "Seed": "7"},
    run=RUN,
)
PROGRESS = _post(
    Kind.PROGRESS,
    "Round 2: the court weighs the answer",
    run=RUN,
    progress=Progress(5, 12),
    actions=(Action("stop", "Stop", "danger", RUN, "Stop this simulation? You can resume it."),),
)
ELEMENTS = _post(
    Kind.ELEMENTS,
    "What dismissal comes down to",
    Table(
        ("Element", "Burden", "Standard", "Facts for", "Facts against"),
        (
            ("E1 Government knew", "defendant", "plausibility", "F12 F31", "F9"),
            ("E2 Payment continued", "defendant", "plausibility", "F12 F14", ""),
            ("E3 Not an express condition", "defendant", "plausibility", "F22", "F4 F5"),
        ),
    ),
    run=RUN,
)
MOVE = _post(
    Kind.MOVE,
    "Motion to dismiss: the agency knew and kept paying",
    _say(
        "The agency's continued payment in the face of actual knowledge is ",
        Emphasis("very strong evidence"),
        " that the requirements were not material. ",
        AuthorityRef("A2", "Universal Health Services v. Escobar"),
    ),
    Heading("Actual knowledge"),
    _say(
        "The audit findings had reached the regional office before the June claims were paid ",
        FactRef("F12"),
        ", and the officer in charge said so in her own words ",
        FactRef("F31"),
        ".",
    ),
    KEPT_PAYING,
    KNEW,
    Heading("Gaps"),
    ListBlock(
        (
            (Text("Nothing on file shows who received the audit memorandum."),),
            (Text("No payment record after 30 June 2021 is on file."),),
        )
    ),
    fields={"Vehicle": "Rule 12(b)(6)", "Standard": "Plausibility", "Theory": "No materiality"},
    run=RUN,
    data={"theory": "No materiality"},
)
RESPONSE = _post(
    Kind.RESPONSE,
    "Certification makes it a condition of payment",
    _say(
        Strong("Tier 1. "),
        "Knowledge of a pattern is not knowledge of these claims. The memorandum names no claim ",
        FactRef("F12"),
        ".",
    ),
    CERTIFIED,
    ListBlock(
        (
            (Strong("Attack: "), Text("the e-mail post-dates the payments it speaks of.")),
            (Strong("Concession: "), Text("payment did continue, for the June claims only.")),
        ),
        ordered=True,
    ),
    Details("What this answer leaves open", (_say("Whether the form was in force in 2021."),)),
    run=RUN,
)
RULING = _post(
    Kind.RULING,
    "Knowledge is pleaded, not shown",
    _say(
        "On this record the inference of actual knowledge is one of two, and at the pleading "
        "stage the other must be drawn. The motion fails on ",
        Strong("E1"),
        "; E2 is made out ",
        FactRef("F12"),
        ".",
    ),
    Table(
        ("Element", "Finding", "Reason"),
        (
            ("E1 Government knew", "not met", "A memorandum of a pattern, no claim named"),
            ("E2 Payment continued", "met", "Paid in full in June"),
            ("E3 Not an express condition", "not met", "Certification, § 15"),
        ),
    ),
    Heading("What might have persuaded"),
    ListBlock(((Text("A narrower theory: no scienter under a reasonable reading of the form."),),)),
    fields={"Votes": "2 of 3"},
    data={"outcome": "loss", "hints": []},
    run=RUN,
)
CONDITIONAL = replace(
    RULING,
    id="p-conditional",
    title="Granted as to the June claims if the remittances are produced",
    body=(
        _say(
            "Were the remittance advices on file, E2 would carry E1 with it. Leave to renew within "
            "the orbit."
        ),
        KEPT_PAYING,
    ),
    data={"outcome": "conditional"},
    fields={},
)
WON = replace(
    RULING,
    id="p-won",
    title="The motion is granted",
    body=(_say("The reading of the form was objectively reasonable; scienter is not pleaded."),),
    data={"outcome": "win"},
    fields={"Votes": "3 of 3"},
)
ROUND = _post(
    Kind.ROUND,
    "Round 1 of 4: no materiality by 12(b)(6) fails on actual knowledge",
    data={"outcome": "loss"},
    run=RUN,
)
ORBIT = _post(
    Kind.ORBIT,
    "Orbit 1 is spent: four rounds, no win",
    _say("Each theory of materiality failed on E1. The failure log holds four strategies."),
    run=RUN,
)
PIVOT = _post(
    Kind.PIVOT,
    "New objective: dismissal for want of scienter",
    _say("The court said twice that a narrower theory might persuade:"),
    Quotation(
        "A reading of the form that a careful supplier could hold would be another matter.",
        "Ruling in round 3",
        "",
        None,
    ),
    fields={"From": "want of materiality", "To": "want of scienter"},
    run=RUN,
)
OUTCOME = _post(
    Kind.OUTCOME,
    "Dismissal for want of scienter is within reach",
    _say("Achieved in orbit 2, round 3, after seven rounds. The strongest road:"),
    ListBlock(
        (
            (Text("Plead the objectively reasonable reading of § 15 first."),),
            (Text("Keep the Tanaka e-mail for reply, not for the motion "), FactRef("F31")),
        ),
        ordered=True,
    ),
    fields={"Orbits": "2", "Rounds": "7", "Model turns": "21"},
    files=(File("memorandum.docx", "runs/7f3a/memorandum.docx"),),
    data={"reason": "achieved"},
    run=RUN,
)
ANSWER = _post(
    Kind.ANSWER,
    "Documents on file",
    Table(
        ("Id", "Document", "Scope", "Pages", "Facts"),
        (
            ("D1", "Complaint", "on record", "34", "61"),
            ("D2", "Audit memorandum of 14 June 2021", "on record", "6", "12"),
            ("D3", "Interview notes, J. Whitlock", "ours only", "3", "9"),
        ),
    ),
    _say("To change what the other side may see: ", Code("docs record D3")),
)
NOTICE = _post(
    Kind.NOTICE,
    "Interview notes are ours only",
    _say(PersonRef("ann", "Ann Whitfield"), " added a document that no other agent will see."),
)
ERROR = _post(
    Kind.ERROR,
    "mail.pdf is locked with a password",
    _say("Save a copy without the password, then upload it again."),
    CodeBlock("document.encrypted"),
    data={"code": "document.encrypted"},
    marks=("scripted player",),
)

THREAD_POSTS: tuple[Post, ...] = (
    NOTICE,
    ANSWER,
    ERROR,
    ACK,
    ELEMENTS,
    MOVE,
    RESPONSE,
    RULING,
    ROUND,
    CONDITIONAL,
    ORBIT,
    PIVOT,
    WON,
    OUTCOME,
    PROGRESS,
)

HOSTILE = (
    "<script>alert(1)</script> <!channel> a<b && c>d <@U123> *x* _y_ `z` [a](http://evil.example) "
    "![i](x) | # h \x1b[31mred\x1b]0;title\x07 \u202egnp.exe\u2069 \x9b2J &lt; www.evil.example "
    "a@evil.example $x$\r\n- item\n1. one\n# head\n\n    code\n=== \n```\nfence"
)


def hostile_post() -> Post:
    """Hostile words in every place that holds words."""
    words = HOSTILE
    return _post(
        Kind.MOVE,
        words,
        Heading(words),
        Paragraph((Text(words), Strong(words), Emphasis(words), Code(words), FactRef(words))),
        Paragraph((AuthorityRef(words, words), PersonRef(words, words))),
        ListBlock(((Text(words),), (Strong(words),))),
        Quotation(words, words, words, words),
        CodeBlock(words),
        Table((words,), ((words,),)),
        Details(words, (Paragraph((Text(words),)),)),
        fields={words: words},
        actions=(Action(words, words, "danger", words, words),),
        files=(File(words, words),),
        marks=(words,),
    )
