# `make EXE=Refrain-abc123` makes the engine a single executable of that name, as OpenBench asks.
# Needs Node and npm, nothing else. Everything about the build itself is in package.json.
EXE ?= refrain
# `tune`: the parameters of the search are UCI options. A branch to be tuned by OpenBench sets it here.
KIND ?= release

.PHONY: all clean
all:
	npm ci --ignore-scripts --no-audit --no-fund
	npm run --silent build
	KIND=$(KIND) npx tsx scripts/buildExe.ts $(EXE)

clean:
	rm -rf $(EXE) build dist dist-new dist-debug dist-tune
