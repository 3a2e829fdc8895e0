# Tutti: `make` alone lists what there is.
PREFIX ?= /usr/local
DESTDIR ?=
# For `make demo`: an ALSA device that plays along, as in DEVICE=default.
DEVICE ?=
# Where `make install SYSTEMD=1` puts the units.
UNITDIR ?= $(PREFIX)/lib/systemd/system

EXECUTABLES := tutti-coordinator tutti-room tutti
UNITS := tutti-coordinator.service tutti-room.service
TEMPLATE := tutti-room@.service
RELEASE := .build/release

.PHONY: help build demo test check bench bench-house install uninstall format generate clean

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

build: ## Release executables with a static Swift runtime, in .build/release
	@dev/install-dependencies.sh build
	@dev/build.sh

demo: build ## Three rooms on virtual sound cards play the sample album; DEVICE=default plays on a real card too
	@DEVICE='$(DEVICE)' dev/demo.sh

test: ## Every test, the end-to-end ones with the release executables
	@dev/install-dependencies.sh build test
	@dev/build.sh
	@dev/test.sh

check: ## Format, generated code, imports, scripts, Dockerfile, compose.yaml
	@dev/install-dependencies.sh build check
	@dev/check.sh

bench: build ## Measures sync beside Snapcast, CPU, memory, latencies and the cores
	@dev/install-dependencies.sh build test
	@swift build --configuration release --product tutti-bench
	@dev/bench.sh
	@for what in sync clock resample; do echo; .build/release/tutti-bench $$what || exit 1; done

bench-house: ## After `make bench`, with sudo: all of Benchmarks/RESULTS.md, emulated networks too
	@dev/bench.sh --all

install: ## Copies the executables to DESTDIR/PREFIX/bin (SYSTEMD=1: the units too); run `make build` before
	@for name in $(EXECUTABLES); do test -x $(RELEASE)/$$name || \
	    { echo "make install: $(RELEASE)/$$name is missing; run \`make build\` first (not as root)" >&2; exit 1; }; done
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -s -m 755 $(EXECUTABLES:%=$(RELEASE)/%) '$(DESTDIR)$(PREFIX)/bin'
ifdef SYSTEMD
	install -d '$(DESTDIR)$(UNITDIR)'
	set -e; for unit in $(UNITS); do sed 's|/usr/local/bin|$(PREFIX)/bin|' packaging/systemd/$$unit \
	    >'$(DESTDIR)$(UNITDIR)'/$$unit; chmod 644 '$(DESTDIR)$(UNITDIR)'/$$unit; done
	sed -f packaging/systemd/$(TEMPLATE:.service=.sed) '$(DESTDIR)$(UNITDIR)'/tutti-room.service >'$(DESTDIR)$(UNITDIR)'/$(TEMPLATE)
	chmod 644 '$(DESTDIR)$(UNITDIR)'/$(TEMPLATE)
endif

uninstall: ## Removes what `make install` put there; states stay
	rm -f $(EXECUTABLES:%='$(DESTDIR)$(PREFIX)/bin/%') $(UNITS:%='$(DESTDIR)$(UNITDIR)/%') '$(DESTDIR)$(UNITDIR)/$(TEMPLATE)'

format: ## Formats our Swift sources in place
	@dev/format.sh

generate: ## Generates the C and Swift code of Protos/ anew
	@dev/install-dependencies.sh build
	@dev/generate.sh

clean: ## Removes what was built
	rm -rf .build demo-output
