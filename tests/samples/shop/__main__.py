raise SystemExit("not to be imported")
