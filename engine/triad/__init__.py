"""Lead Counsel moves, Opposing Counsel answers, Judicial Authority rules."""
