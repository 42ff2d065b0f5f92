"""When the volumes of the United States Reports were decided, to notice a year that cannot be."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

# Volumes whose year is well known; those between lie between.
_ANCHORS = (
    (2, 1793), (3, 1798), (5, 1803), (10, 1810), (11, 1812), (14, 1816), (17, 1819), (19, 1821),
    (21, 1823), (22, 1824), (30, 1831), (31, 1832), (32, 1833), (36, 1837), (41, 1842),
    (53, 1852), (60, 1857), (67, 1863), (71, 1866), (74, 1869), (77, 1870), (83, 1873),
    (92, 1876), (94, 1877), (95, 1878), (98, 1879), (109, 1883), (118, 1886), (134, 1890),
    (157, 1895), (163, 1896), (166, 1897), (169, 1898), (175, 1900), (182, 1901), (193, 1904),
    (197, 1905), (208, 1908), (221, 1911), (247, 1918), (249, 1919), (251, 1920), (260, 1922),
    (261, 1923), (268, 1925), (272, 1926), (274, 1927), (276, 1928), (283, 1931), (287, 1932),
    (290, 1933), (293, 1935), (297, 1936), (300, 1937), (303, 1938), (309, 1940), (312, 1941),
    (315, 1942), (318, 1943), (321, 1944), (326, 1945), (327, 1946), (329, 1947), (333, 1948),
    (337, 1949), (339, 1950), (340, 1951), (343, 1952), (347, 1954), (348, 1955), (351, 1956),
    (354, 1957), (357, 1958), (363, 1960), (365, 1961), (369, 1962), (372, 1963), (376, 1964),
    (380, 1965), (383, 1966), (387, 1967), (390, 1968), (393, 1969), (397, 1970), (401, 1971),
    (405, 1972), (410, 1973), (418, 1974), (421, 1975), (424, 1976), (430, 1977), (435, 1978),
    (439, 1979), (444, 1980), (449, 1981), (457, 1982), (460, 1983), (464, 1984), (469, 1985),
    (475, 1986), (480, 1987), (484, 1988), (488, 1989), (494, 1990), (499, 1991), (503, 1992),
    (508, 1993), (510, 1994), (514, 1995), (517, 1996), (519, 1997), (523, 1998), (526, 1999),
    (528, 2000), (532, 2001), (536, 2002), (538, 2003), (540, 2004), (543, 2005), (546, 2006),
    (549, 2007), (552, 2008), (556, 2009), (558, 2010), (562, 2011), (565, 2012), (568, 2013),
    (571, 2014), (574, 2015), (578, 2016), (581, 2017), (584, 2018), (588, 2019), (590, 2020),
    (593, 2021), (597, 2022), (600, 2023), (603, 2024),
)  # fmt: skip
_SLACK = 1
"""A volume holds cases of two years, and what was argued in one is decided in the next."""
_EARLY, _EARLY_SLACK = 70, 8
"""The nominative reporters took years over a volume."""
_OMITTED = frozenset({131, 154})
"""Volumes that also print cases which earlier ones left out."""


def possible_year(reporter: str, volume: str, year: int) -> bool:
    """Whether a case in that volume can be of that year; True where nothing is known.

    >>> possible_year("U.S.", "550", 2007), possible_year("U.S.", "550", 2017)
    (True, False)
    """
    if reporter != "U.S." or not volume.isdigit():
        return True
    number = int(volume)
    if number in _OMITTED:
        return True
    slack = _EARLY_SLACK if number < _EARLY else _SLACK
    volumes = [one for one, _ in _ANCHORS]
    after = bisect_left(volumes, number)
    before = bisect_right(volumes, number) - 1
    first = _ANCHORS[max(before, 0)][1] if before >= 0 else 1754
    last = _ANCHORS[after][1] if after < len(_ANCHORS) else 9999
    return first - slack <= year <= last + slack
