# make run    builds everything and starts Letterpress on http://127.0.0.1:8080
# make test   everything that must be green
# Both do all of their own set-up; they need cargo, node and npm.

ifeq ($(CI),true)
# Outside the clone, so that the next run finds what this one built.
export CARGO_TARGET_DIR ?= $(HOME)/.cache/letterpress-target
# Nobody edits there: what speeds up an edit only fills the disk.
export CARGO_INCREMENTAL ?= 0
export CARGO_PROFILE_DEV_CODEGEN_UNITS ?= 16
KEEP_TIMES := node tools/keep-times.mjs
else
KEEP_TIMES := @:
endif
TARGET := $(or $(CARGO_TARGET_DIR),target)
# What could not be run here, a line each; the last line of `make test` counts them.
export LETTERPRESS_NOT_RUN := $(abspath $(TARGET))/not-run
NPM_CI := npm ci --no-audit --no-fund
WEB_SOURCES := $(shell find web/src web/public web/tools docs/guide -type f -not -path '*/node_modules/*') \
  web/index.html web/package-lock.json web/tsconfig.json web/vite.config.ts

.PHONY: run build dist test test-begin instructions build-instructions bench fuzz fuzz-api dev fmt check api \
  web-whole test-web test-beside test-rust test-units test-in-turn test-programs build-tests test-api test-e2e lint-rust dev-server dev-web check-crates check-packages clean

## Starts a debug build, and opens it in the browser: make run ARGS="--listen 127.0.0.1:9000" OPEN=no
run:
	@tools/first-build "$(TARGET)" "$(MAKE)"
	@unset LETTERPRESS_NOT_RUN; exec $(TARGET)/debug/letterpress serve $(if $(filter no,$(OPEN)),,--open) $(ARGS)

## Leaves target/release/letterpress with the web app inside
build: web/dist/.stamp
	cargo build --release -p letterpress
ifneq ($(TARGET),target)
	mkdir -p target/release && cp $(TARGET)/release/letterpress target/release/letterpress
endif

## Leaves what is released in dist/, with checksums: the program, the guide and what it takes to run it, as an archive and as a
## Debian package; what is in the program, as CycloneDX; the clients. For both processors, or for one: make dist PROCESSORS=x86_64
PROCESSORS := x86_64 aarch64
dist: web-whole
	$(MAKE) build
	for processor in $(PROCESSORS); do \
	  if [ "$$processor" = "$$(uname -m)" ]; then program=$(TARGET)/release/letterpress; \
	  else program=$$(tools/cross "$$processor") || exit 1; fi; \
	  tools/dist "$$program" "$$processor" || exit 1; \
	done
	tools/pack-clients

## What could not be run fails where CI=true, and is counted elsewhere. Side by side, as builds wait for their one longest
## crate, and tests for clocks, disks and mail
test test-rust test-e2e: export TMPDIR := $(shell tools/scratch)
test: test-begin
	$(KEEP_TIMES) restore "$(TARGET)"
	cargo fmt --all --check
	$(MAKE) -j2 build-tests test-beside
	tools/with-peers tools/with-postgres $(MAKE) -j2 test-in-turn test-e2e
	@tools/verdict "$(LETTERPRESS_NOT_RUN)"

test-begin:
	@mkdir -p "$(dir $(LETTERPRESS_NOT_RUN))" && : > "$(LETTERPRESS_NOT_RUN)"

# What installs waits for disks; nothing waits for the rest for as long as crates compile.
test-beside:
	$(MAKE) -j1 web-whole e2e/node_modules/.stamp
	nice $(MAKE) -j1 test-web test-api

test-web: web-whole e2e/node_modules/.stamp
	cd web && npm run typecheck && npm run typecheck -- -p ../e2e && npm run lint -- ../e2e
	cd web && npm test
	cd clients/typescript && npm test

## What the build of the tests lints as well, by itself
lint-rust:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

# The linter is the compiler with more to say: what it reads for the tests need not be read once more by `cargo clippy`,
# which costs a quarter of a first build. What it builds stands beside what `cargo test` by itself builds.
build-tests test-units test-programs: export RUSTC_WORKSPACE_WRAPPER := clippy-driver
build-tests test-units test-programs: export CLIPPY_ARGS := -Dwarnings

# For `cargo build` alone Cargo would choose other features of what is built upon, and build half of it again.
build-tests:
	cargo test --workspace --no-run
	$(KEEP_TIMES) save "$(TARGET)"

# On both engines and beside the programs of others: all of them come with the tests. CI takes the newcomer's way.
test-rust: web-whole
	tools/with-peers tools/with-postgres $(MAKE) test-units test-programs

# Two at a time for each core: a test waits for disks, clocks and mail for half of its time.
test-units test-programs: export RUST_TEST_THREADS ?= $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))

# One after the other, beside the browser's tests, which take as long as both and leave a quarter of the time to others.
test-in-turn:
	$(MAKE) test-units
	$(MAKE) test-programs

test-units: web-whole
	cargo test --workspace --no-fail-fast --lib --bins

test-programs: web-whole
	cargo test --workspace --no-fail-fast --test '*'

# The document is checked against the handlers by a Rust test; here the client's types against the document.
test-api: web/node_modules/.stamp
	cd web && npm run check:api

# Debug: the very binary that the Rust tests ran.
test-e2e: build-tests web-whole e2e/node_modules/.stamp
	cd e2e && LETTERPRESS_BINARY="$(abspath $(TARGET))/debug/letterpress" npm test

## Regenerates the API's document and the client's types from the handlers
api: web/node_modules/.stamp
	LETTERPRESS_PRINT_DOCUMENT="$(CURDIR)/api/openapi.json.new" cargo test -q -p app --lib the_printed_document_is_current
	mv api/openapi.json.new api/openapi.json
	cd web && npm run gen:api
	python3 clients/python/tools/generate.py

## The server, and the web app with hot reload on http://127.0.0.1:5173
dev: web/dist/.stamp
	$(MAKE) -j2 dev-server dev-web

dev-server:
	@unset LETTERPRESS_NOT_RUN; cargo run -p letterpress -- serve $(ARGS)

dev-web:
	cd web && npm run dev

## Figures beside those of other tools in one table: make bench BENCH="--rows 200000 --parts send,pages"
bench: web-whole e2e/node_modules/.stamp
	$(MAKE) build
	cargo build --release -p mailer --example blast --example sign
	cargo build --release -p content --example render
	cargo build --release -p bench -p sink
	tools/with-postgres --durable sh -c \
	  '$(TARGET)/release/bench --binaries $(TARGET)/release --postgres "$$LETTERPRESS_TEST_POSTGRES" $(BENCH)'

## What a mail costs in instructions, beside what was accepted; needs valgrind
instructions:
	tools/instructions

# Prints where the program is.
build-instructions:
	cargo build --profile instructions -p instructions
	$(KEEP_TIMES) save "$(TARGET)"
	@echo "$(abspath $(TARGET))/instructions/instructions"

## Fuzz targets: make fuzz TARGET=report TIME=600, or all of them briefly. See fuzz/README.md
fuzz:
	fuzz/run $(or $(TIME),10) $(if $(filter command,$(firstword $(origin TARGET))),$(TARGET))

## Whatever the API's document allows and forbids, asked of a fresh server; needs schemathesis. See fuzz/README.md
fuzz-api: build
	node fuzz/api.mjs $(abspath $(TARGET))/release/letterpress $(or $(EXAMPLES),100)

fmt: web/node_modules/.stamp
	cargo fmt --all
	cd web && npm run fmt

## What an editor's save should not break, and what others have found in what is built upon
check: web/node_modules/.stamp
	cargo check --workspace --all-targets
	cd web && npm run typecheck && npm run lint
	$(MAKE) check-crates check-packages

check-crates:
	tools/audit crates

check-packages:
	tools/audit packages

clean:
	rm -rf target dist clients/typescript/dist web/dist web/node_modules e2e/node_modules tools/postgres/node_modules

# What the dashboard is built with. What tests and checks take besides is twice as much.
WEB_PACKAGES := web/package.json web/package-lock.json web/tools/checks/package.json web/tools/openapi/package.json
# Where all are installed, all are installed anew.
web/node_modules/.built: $(WEB_PACKAGES)
	$(if $(wildcard web/node_modules/.stamp),$(MAKE) web/node_modules/.stamp,cd web && $(NPM_CI) --workspaces=false)
	touch $@

web/node_modules/.stamp: $(WEB_PACKAGES)
	cd web && $(NPM_CI)
	touch web/node_modules/.built $@

# Set for a first start: see tools/first-build.
LATER :=
web/dist/.stamp: $(WEB_PACKAGES) $(WEB_SOURCES) | web/node_modules/.built
	cd web && $(LATER) npm run build
	touch $@

# With what tests and checks take. One after the other: both install into the same folder.
web-whole:
	$(MAKE) -j1 web/node_modules/.stamp web/dist/.stamp

e2e/node_modules/.stamp: e2e/package.json e2e/package-lock.json
	cd e2e && $(NPM_CI)
	touch $@
