"""Posts as platform JSON, pages and lines: pure functions, one module a surface."""
