# `make EXE=Refrain-abc123` makes the engine a single executable of that name, as OpenBench asks.
# Needs Node and npm, nothing else. Everything about the build itself is in package.json.
EXE ?= refrain

.PHONY: all clean
all:
	npm ci --ignore-scripts --no-audit --no-fund
	npm run build:exe -- $(EXE)

clean:
	rm -rf $(EXE) build dist dist-new
