"""What the words of parties' names are shortened to: the table of ``reporters_db`` and more."""

from __future__ import annotations

import re
from functools import cache

_MORE = """
acad academy; adm administration administrative administrator admiral; admin administration
administrative administrator; admr administrator; admrs administrators; admx administratrix;
advert advertising; aff affair; affs affairs; agric agriculture agricultural; all alliance; am
america american; amalg amalgamated; amb ambulatory ambassador; ams americans americas; appt
appellant; apt apartment; arb arbitration arbitrator; art arts article; assn association; assns
associations; assoc associate association; assocs associates associations; atl atlantic; atty
attorney; attys attorneys; austl australia; auth authority; auto automobile automotive automatic;
ave avenue; balt baltimore; bancorp bancorporation; bankr bankruptcy; bd board; bds boards; benj
benjamin; bhd brotherhood; bldg building; bor borough; bos boston; brit britain british; broad
broadcasting broadcast; bros brothers; broth brotherhood; bus business; can canada; cas casualty;
cath catholic; cent central century; chas charles; chem chemical chemistry; chems chemicals; chi
chicago; chr christian; cin cincinnati; clev cleveland; clr clear; cmty community; cmtys
communities; cnty county; cntys counties; col college colonel; coll college; colls colleges; comm
committee commission commerce communication community; commcn communication; commcns
communications; commn commission; commns commissions; commr commissioner; commrs commissioners;
comp compensation comptroller; compt comptroller; comptr comptroller; condo condominium; conf
conference; cong congress congregation congressional; congreg congregation; consol consolidated;
const constitution constitutional construction constructors; constr construction constructors;
contl continental; coop cooperative; corr correction correctional; corrs corrections; cr civil
rights; ct court; ctr center centre; ctrs centers; cts courts; cty county city; danl daniel; def
defense defender; defs defenders; del delegate delivery; deps deposit; dept department; depts
departments; det detention; dev development; devs developers developments; dir director; dirs
directors; disc discount; disp disposal; dist district distributing distributors distribution;
distrib distributing distributors distribution; dists districts; div division; divs divisions; dr
doctor drive; econ economic economics economy; educ education educational; edw edward; elec
electric electrical electricity electronic electronics; elecs electronics; emp employment employee
employer employers; emps employees employers; eng engineer engineering england english; engg
engineering; engr engineer; engrs engineers; ent enterprise entertainment; enter enterprise;
enters enterprises; entmt entertainment; envt environment; envtl environmental; equal equality;
equip equipment; est estate estates; eur europe european; exam examiner examiners; exch exchange;
exec executive; execs executives; exp export exporter exporting express; expl exploration; exr
executor; exrs executors; exx executrix; fac faculty; facs facilities; fam family; fams families;
fed federal federation; fedn federation; fid fidelity; fin finance financial financing; found
foundation; founds foundations; frat fraternal fraternity; ft fort; gdn guardian; gen general;
genl general; geo george; gov governor government; govs governors; govt government; govts
governments; gr great; grp group; grps groups; guar guaranty guarantee; guard guardian; hist
history historical; hosp hospital hospitality; hosps hospitals; hous housing; hts heights; hum
human humanity; imm immigration; immigr immigration; imp importer importation import; impl
implement; inc incorporated; indem indemnity; indep independent; indus industry industries
industrial; info information; init initiative; inj injury; ins insurance; insp inspector
inspection; inst institute institution; insts institutes institutions; intl international; inv
investment investments investor; invr investor; invs investments investors; is island islands; j
journal justice judge; jas james; jno john; jos joseph; jud judicial judiciary; just justice; juv
juvenile; lab labor laboratory laboratories; labs laboratories; legis legislature legislative;
liab liability; libr library; librs libraries; litig litigation; loc local; ltd limited; mach
machine machinery; mag magazine; maint maintenance; maj major; mar maritime marine; mech mechanic
mechanical; med medicine medical; mem memorial; meml memorial; memls memorials; merch merchant
merchants merchandise merchandising; merchs merchants; metro metropolitan; mex mexico; mfg
manufacturing; mfgs manufacturings; mfr manufacturer; mfrs manufacturers; mgmt management; mia
miami; mil military; min mineral mining; mins minerals; mkt market; mktg marketing; mkts markets;
mort mortgage; mortg mortgage; mt mount mountain; mun municipal; muns municipalities; mut mutual;
nat natural national; natl national; nav navigation; navig navigation; ne northeast northeastern;
no number north; nos numbers; nw northwest northwestern; occ occupational; ofc office; off office
official; offs offices officials; op operation; opers operations; opp opportunity; ord order
ordinance; org organization organisation organizing; orgs organizations; orthop orthopedic; pac
pacific; pan panama; par parish; parl parliament; pat patent; pats patents; peo people; pers
personal personnel; pet petroleum petition; petrol petroleum; pharm pharmacy pharmaceutical
pharmaceuticals; pharms pharmaceuticals; phil philippine philippines; phila philadelphia; photo
photography photographic; phys physician physicians; pitt pittsburgh; pl place; plan planning;
plff plaintiff; pol police policy; pres presbyterian preserve president preservation; priv private
privacy; prob probation probate; proc procedure proceedings processing; prod product production
producer producers; prods products productions; prof professional professor; profl professional;
prop property; props properties; prot protection; protec protection; pship partnership; pshp
partnership; psych psychology psychological; pub public publishing publication publications
publisher; publ publication publishing public; publg publishing; publn publication; publns
publications; publr publisher; publrs publishers; pubs publications publishers; rd road; rec
recreation recreational record recording; recs records recordings; ref refining reform; refin
refining; reg register regulatory regulation region; regl regional; regul regulatory regulation;
rehab rehabilitation; rel relations; rels relations; rep representative reporter republic; reprod
reproductive; reprods reproductions; reps representatives reporters; res resource resources
reserve research; resol resolution; rest restaurant; ret retirement; rev revenue review; robt
robert; rr railroad railway; rts rights; ry railway railroad; rys railways railroads; saml samuel;
sanit sanitation sanitary; sav savings; savs savings; sch school; schs schools; sci science; scis
sciences; se southeast southeastern; sec security securities secretary section; secs securities
sections; secy secretary; serv service services; servs services; sess session; sf sanfrancisco;
sgt sergeant; shareh shareholder; ship shipping; soc social society; sociol sociology; socy
society; solic solicitor; st saint street state; sta station; stat statistics statistical; std
standard; ste sainte suite; subcomm subcommittee; sup superior supreme supervisor; super superior;
supers supervisors; superv supervisor; supt superintendent; sur surety; surg surgery surgical;
surv survey; sw southwest southwestern; sys system systems; tchr teacher; tchrs teachers; tech
technology technical technological; techs technologies; tel telephone telegraph; telecomm
telecommunication telecommunications; telecomms telecommunications; teleg telegraph; temp
temporary; ter terminal; terr territory; theol theological; thos thomas; tp township; tpk
turnpike; tr trust trustee transit; transcon transcontinental; transp transport transportation;
treas treasury treasurer; trib tribune tribunal; trs trustees trusts; twp township; twps
townships; uk unitedkingdom; unempl unemployment; unif uniform; univ university; univs
universities; urb urban; util utility; utils utilities; va veterans; veh vehicle; vehs vehicles;
veter veterinary; vill village; vills villages; vol volunteer voluntary; whol wholesale; whse
warehouse; whsing warehousing; wkrs workers; wks works; wm william; workman workmen; wrks workers
works
"""

STATES: dict[str, str] = {
    "ala": "alabama", "alaska": "alaska", "ariz": "arizona", "ark": "arkansas",
    "cal": "california", "calif": "california", "colo": "colorado", "conn": "connecticut",
    "del": "delaware", "fla": "florida", "ga": "georgia", "haw": "hawaii", "idaho": "idaho",
    "ill": "illinois", "ind": "indiana", "iowa": "iowa", "kan": "kansas", "kans": "kansas",
    "ky": "kentucky", "la": "louisiana", "me": "maine", "md": "maryland", "mass": "massachusetts",
    "mich": "michigan", "minn": "minnesota", "miss": "mississippi", "mo": "missouri",
    "mont": "montana", "neb": "nebraska", "nebr": "nebraska", "nev": "nevada",
    "nh": "newhampshire", "nj": "newjersey", "nm": "newmexico", "ny": "newyork",
    "nc": "northcarolina", "nd": "northdakota", "ohio": "ohio", "okla": "oklahoma",
    "or": "oregon", "ore": "oregon", "pa": "pennsylvania", "penn": "pennsylvania",
    "pr": "puertorico", "ri": "rhodeisland", "sc": "southcarolina", "sd": "southdakota",
    "tenn": "tennessee", "tex": "texas", "utah": "utah", "vt": "vermont", "va": "virginia",
    "wash": "washington", "wva": "westvirginia", "wis": "wisconsin", "wyo": "wyoming",
    "dc": "districtofcolumbia",
}  # fmt: skip
"""States and territories by their abbreviations, letters only."""

AGENCIES: dict[str, str] = {
    "blm": "bureau of land management", "cab": "civil aeronautics board",
    "cfpb": "consumer financial protection bureau",
    "cftc": "commodity futures trading commission", "cia": "central intelligence agency",
    "dhs": "department of homeland security", "doj": "department of justice",
    "dol": "department of labor", "eeoc": "equal employment opportunity commission",
    "epa": "environmental protection agency", "faa": "federal aviation administration",
    "fbi": "federal bureau of investigation", "fcc": "federal communications commission",
    "fda": "food and drug administration", "fdic": "federal deposit insurance corporation",
    "fec": "federal election commission", "ferc": "federal energy regulatory commission",
    "fhfa": "federal housing finance agency", "flra": "federal labor relations authority",
    "fmc": "federal maritime commission", "fpc": "federal power commission",
    "fslic": "federal savings and loan insurance corporation", "ftc": "federal trade commission",
    "hhs": "department of health and human services",
    "hud": "department of housing and urban development",
    "icc": "interstate commerce commission", "ice": "immigration and customs enforcement",
    "ins": "immigration and naturalization service", "irs": "internal revenue service",
    "mspb": "merit systems protection board", "nasa":
    "national aeronautics and space administration", "nlrb": "national labor relations board",
    "nrc": "nuclear regulatory commission", "ntsb": "national transportation safety board",
    "opm": "office of personnel management", "osha":
    "occupational safety and health administration", "pto": "patent and trademark office",
    "sba": "small business administration", "sec": "securities and exchange commission",
    "ssa": "social security administration", "tva": "tennessee valley authority",
    "uscis": "citizenship and immigration services", "usps": "united states postal service",
    "va": "department of veterans affairs", "bia": "board of immigration appeals",
    "commissioner": "commissioner of internal revenue", "oshrc":
    "occupational safety and health review commission",
}  # fmt: skip
"""Bodies that are often parties, by the letters they go by."""

NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        [
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ],
        start=1,
    )
} | {"first": "1st", "second": "2d", "2nd": "2d", "third": "3d", "3rd": "3d", "fourth": "4th"}


@cache
def expansions() -> dict[str, frozenset[str]]:
    """Abbreviation, letters and digits only and in lower case, to the words it stands for."""
    import reporters_db  # type: ignore[import-untyped]  # some 10 MB: only for who asks

    found: dict[str, set[str]] = {}
    for entry in _MORE.split(";"):
        short, *long = entry.split()
        found.setdefault(short, set()).update(long)
    table: dict[str, list[str]] = reporters_db.CASE_NAME_ABBREVIATIONS
    for abbreviation, meant in table.items():
        short = re.sub(r"[^a-z0-9]", "", abbreviation.lower())
        words_meant = {re.sub(r"[^a-z0-9]", "", one.lower()) for one in meant if " " not in one}
        if short and words_meant:
            found.setdefault(short, set()).update(words_meant)
    return {short: frozenset(long) for short, long in found.items()}


@cache
def vocabulary() -> frozenset[str]:
    """Words that abbreviations stand for: of these, singular and plural count as one."""
    return frozenset(word for words in expansions().values() for word in words)
