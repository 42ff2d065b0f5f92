"""What the words of parties' names are shortened to: the table of ``reporters_db`` and more."""

from __future__ import annotations

import re
from functools import cache

_MORE = """
acad academy; adm administration administrative administrator admiral; admin administration
administrative administrator; admr administrator; admrs administrators; admx administratrix;
advert advertising; aff affair; affs affairs; agcies agencies; agcy agency; agric agriculture
agricultural; all alliance; am america american; amalg amalgamated; amb ambulatory ambassador;
amends amendments; ams americans americas; anal analysis; andr andrew; appt appellant; apt
apartment; arb arbitration arbitrator; art arts article; assn association; assns associations;
assoc associate association; assocs associates associations; atl atlantic; atty attorney; attys
attorneys; aug augustus; austl australia; auth authority; auto automobile automotive automatic;
ave avenue; balt baltimore; bancorp bancorporation; bankr bankruptcy; bapt baptist; bd board; bds
boards; benj benjamin; bev beverage; bevs beverages; bhd brotherhood; bisex bisexual; bldg
building; bor borough; bos boston; bott bottling; brew brewing brewery; brit britain british;
broad broadcasting broadcast; brok brokerage brokers; bros brothers; broth brotherhood; bus
business; can canada; cap capital; cas casualty; cath catholic; cent central century; chas
charles; chem chemical chemistry; chems chemicals; chi chicago; chr christian; cin cincinnati; civ
civil; clev cleveland; clr clear; cmty community; cmtys communities; cnty county; cntys counties;
col college colonel; coll college; colls colleges; colum columbia; com commerce commercial; comm
committee commission commerce communication community; commcn communication; commcns
communications; commn commission; commns commissions; commr commissioner; commrs commissioners;
comp compensation comptroller; comps companies; compt comptroller; comptr comptroller; condo
condominium; conf conference; cong congress congregation congressional; congreg congregation;
consol consolidated; const constitution constitutional construction constructors; constr
construction constructors; cont continental; contl continental; contr contractor contracting;
contrs contractors; conv convention; coop cooperative; corps corporations; corr correction
correctional; corrs corrections; couns counsel; cr civil rights; cred credit; crim criminal; ct
court; ctr center centre; ctrs centers; cts courts; cty county city; danl daniel; def defense
defender; defs defenders; del delegate delivery; dem democratic; deps deposit; dept department;
depts departments; det detention; dev development; devs developers developments; dir director;
dirs directors; disc discount; discip disciplinary; disp disposal; dist district distributing
distributors distribution; distrib distributing distributors distribution; dists districts; div
division; divs divisions; dr doctor drive; dredg dredging; econ economic economics economy; educ
education educational; edw edward; elec electric electrical electricity electronic electronics;
elecs electronics; elev elevator; eliz elizabeth; emp employment employee employer employers; emps
employees employers; enf enforcement; enft enforcement; eng engineer engineering england english;
engg engineering; engr engineer; engrs engineers; ent enterprise entertainment; enter enterprise;
enters enterprises; entmt entertainment; envt environment environmental; envtl environmental;
episc episcopal; equal equality; equip equipment; est estate estates; ests estates; eur europe
european; evang evangelical; exam examiner examiners; exch exchange; exec executive; execs
executives; exp export exporter exporting express; expl exploration; expr express; exr executor;
exrs executors; exx executrix; fac faculty; facs facilities; fam family; fams families; fed
federal federation; fedn federation; fert fertilizer; fid fidelity; fin finance financial
financing; firem firemen; found foundation; founds foundations; fr france french; frat fraternal
fraternity; fredk frederick; frt freight; ft fort; gab gabriel; gaz gazette; gdn guardian; gen
general; genl general; geo george; ger germany german; gov governor government; govs governors;
govt government; govts governments; gr great; grp group; grps groups; guar guaranty guarantee;
guard guardian; hdwe hardware; hist history historical; hldg holding; hldgs holdings; hosp
hospital hospitality; hosps hospitals; hous housing; hts heights; hum human humanity; hydro
hydroelectric; imm immigration; immigr immigration; imp importer importation import; impl
implement; implem implement; inc incorporated; indem indemnity; indep independent; indus industry
industries industrial; info information; init initiative; inj injury; ins insurance; insp
inspector inspection; inst institute institution; insts institutes institutions; int interest
interstate; intl international; inv investment investments investor; invr investor; invs
investments investors; ir ireland; irr irrigation; is island islands; isr israel; j journal
justice judge; jap japan japanese; jas james; jer jeremiah; jno john; jona jonathan; jos joseph;
jud judicial judiciary; just justice; juv juvenile; kor korea korean; lab labor laboratory
laboratories; labs laboratories; laby laboratory; labys laboratories; laund laundry;
leg legal; legis legislature
legislative; liab liability; libr library; librs libraries; lith lithograph; litig litigation; loc
local; locom locomotive; ltd limited; ltg lighting; lumb lumber; luth lutheran; mach machine
machinery; mag magazine; maint maintenance; maj major; mar maritime marine; math mathematics; mdse
merchandise; mech mechanic mechanical; med medicine medical; mem memorial; meml memorial; memls
memorials; merch merchant merchants merchandise merchandising; merchs merchants; meth methodist;
metro metropolitan; mex mexico; mfg manufacturing; mfgs manufacturings; mfr manufacturer; mfrs
manufacturers; mgmt management; mia miami; mil military; min mineral mining; mins minerals; mkt
market; mktg marketing; mkts markets; mort mortgage; mortg mortgage; mt mount mountain; mtg
mortgage; mun municipal; muns municipalities; mut mutual; nat natural national; nath nathaniel;
natl national; nav navigation naval; navig navigation; ne northeast northeastern; neighb
neighborhood; nich nicholas; no number north; nos numbers; nurs nursing; nw northwest
northwestern; nwsp newspaper; occ occupational; ofc office; off office official; offs offices
officials; op operation; opers operations; opp opportunity; ord order ordinance; org organization
organisation organizing; orgs organizations; orthop orthopedic; pac pacific; packg packing; pan
panama; par parish; parl parliament; pat patent patrick; pats patents; paymt payment; peo people;
perf performance; pers personal personnel; pet petroleum petition; petrol petroleum; pharm
pharmacy pharmaceutical pharmaceuticals; pharms pharmaceuticals; phil philippine philippines;
phila philadelphia; photo photography photographic; phys physician physicians; pitt pittsburgh; pl
place; plan planning; plantg planting; plff plaintiff; pol police policy; poly policy; prac
practice; pres presbyterian preserve president preservation; presb presbyterian; priv private
privacy; prntg printing; pro professional; prob probation probate; proc procedure proceedings
processing; prod product production producer producers; prods products productions; prof
professional professor; profl professional; prop property; props properties; prot protection;
protec protection; pship partnership; pshp partnership; psych psychology psychological; ptnr
partner; ptnrs partners; pub public publishing publication publications publisher; publ
publication publishing public; publg publishing; publn publication; publns publications; publr
publisher; publrs publishers; pubs publications publishers; quar quarterly; rd road; rec
recreation recreational record recording; recl reclamation; recs records recordings; ref refining
reform; refin refining; refrig refrigeration refrigerating; reg register regulatory regulation
region; regl regional; regul regulatory regulation; rehab rehabilitation; rel relations; rels
relations; rep representative reporter republic republican; reprod reproductive; reprods
reproductions; reps representatives reporters; res resource resources reserve research; resol
resolution; resp responsibility respiratory; rest restaurant; ret retirement; retd retired; rev
revenue review; rlty realty; robt robert; rr railroad railway; rsch research; rts rights; rubb
rubber; ry railway railroad; rys railways railroads; saml samuel; sanit sanitation sanitary; sav
savings; savs savings; sch school; schs schools; sci science; scis sciences; se southeast
southeastern; sec security securities secretary section; secs securities sections; secy secretary;
sep separate; serv service services; servs services; sess session; sf sanfrancisco; sgt sergeant;
shareh shareholder; ship shipping; shipbldg shipbuilding; smelt smelting; soc social society;
sociol sociology; socy society; solic solicitor; spec special specialty; st saint street state;
sta station; stat statistics statistical; std standard; ste sainte suite; steph stephen; stev
stevedoring; stor storage; subcomm subcommittee; subs subsidiary subsidiaries; sup superior
supreme supervisor; super superior; supers supervisors; superv supervisor; supt superintendent;
sur surety; surg surgery surgical; surv survey; sw southwest southwestern; sys system systems;
taxn taxation; taxp taxpayer taxpayers; tchr teacher; tchrs teachers; tech technology technical
technological; techs technologies; tel telephone telegraph; telecomm telecommunication
telecommunications; telecomms telecommunications; teleg telegraph; temp temporary; ter terminal;
terr territory; theat theatre theater; theol theological; thos thomas; tob tobacco; tp township;
tpk turnpike; tr trust trustee transit; tract traction; transcon transcontinental; transp
transport transportation; trav travelers; treas treasury treasurer; trib tribune tribunal; trs
trustees trusts; tug tugboat; twp township; twps townships; uk unitedkingdom; undw underwriters;
unempl unemployment; unif uniform; univ university; univs universities; urb urban; util utility;
utils utilities; va veterans; veh vehicle; vehs vehicles; veter veterinary; vets veterans; vict
victory; vill village; vills villages; voc vocational; vol volunteer voluntary; whol wholesale;
whse warehouse; whsing warehousing; wkly weekly; wkrs workers; wks works; wm william; workman
workmen; wrks workers works; yd yard; zach zachary
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
