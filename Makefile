# placefind: all tasks of a developer. `make` without a target lists them.
#
# Only a Swift toolchain is needed. A release binary links Swift and Foundation statically and loads libcurl at the
# first request (Sources/CurlShim), so an offline query starts in a quarter of the time.

SWIFT  ?= swift
ARGS   ?= --category gas --lat 37.4979 --lng 127.0276 --radius 1000
PREFIX ?= /usr/local

# The first version with C functions by name (`@c`, SE-0495) and module selectors (`Platform::UseCaseProvider`,
# SE-0491).
MINIMUM_SWIFT := 6.3
LINK_DIR      := $(CURDIR)/.build/link
BINARY        := .build/release/placefind
DIST          := $(CURDIR)/.build/dist
DOCUMENTED    := Domain PlaceIndex Platform
# The flags of all debug builds, so that `make run`, `make test` and `make check` compile each module once. On Linux,
# debug information is 39 % of the object files, and no task needs it.
export DEBUG_FLAGS :=
# Without a limit, tests that wait for I/O starve behind CPU-bound ones.
TEST          := $(SWIFT) test --skip-build --experimental-maximum-parallelization-width 8

AREAS         ?= 60
SHAPES        ?= 1000
FUZZ_SECONDS  ?= 60
BENCH_DIR     ?= $(CURDIR)/.build/bench
PICTURES      := Sources/Domain/Domain.docc/Resources
PICTURE_TOWN  := Tests/CommandLineTests/Miniatures/helsinki.osm.pbf
PICTURE_ARGS  := -c cafe,pharmacy --at 60.1699,24.945 -r 450

RELEASE_FLAGS := -c release
ifeq ($(shell uname -s),Linux)
DEBUG_FLAGS += -debug-info-format none
# Without debug information, because the binary is stripped and optimising with it takes longer. Without library paths,
# because a libcurl next to the program would be loaded and receive the key. Relocations are applied and made read-only
# before main.
RELEASE_FLAGS += --static-swift-stdlib --disable-local-rpath -debug-info-format none -Xswiftc -use-ld=lld \
  $(addprefix -Xlinker ,-L$(LINK_DIR) -s --no-export-dynamic -z relro -z now)
# Packed relocations take a tenth of the space, but need glibc 2.36.
LIBC_VERSION := $(shell getconf GNU_LIBC_VERSION 2>/dev/null | sed -n 's/^glibc //p')
ifeq ($(firstword $(shell printf '%s\n' 2.36 $(LIBC_VERSION) | sort -V)) $(words $(LIBC_VERSION)),2.36 1)
RELEASE_FLAGS += $(addprefix -Xlinker ,-z pack-relative-relocs)
endif
endif

.DEFAULT_GOAL := help
.PHONY: help run build test test-release test-tsan test-scale fuzz check format lint count bench bench-once bench-area bench-index bench-batch bench-screen picture sample docs install uninstall dist clean toolchain

help: ## list the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo
	@echo '  make run ARGS="-c cafe --at 37.4979,127.0276 -r 500 -n 5"   answers another query'

# Whether the arguments, or a key and a default index, select a source; otherwise the sample is used.
NAMES_SOURCE := $(filter -s --source% --index% --endpoint% --key-file% quota,$(ARGS))
HAS_SOURCE   := [ -n "$$KAKAO_REST_API_KEY$$PLACEFIND_SOURCE" ] || \
  [ -e "$${PLACEFIND_INDEX:-$${XDG_DATA_HOME:-$$HOME/.local/share}/placefind/places.pfx}" ]

# The build writes to standard error, because standard output is the result, for `make run | jq`. The debug build takes
# a third of the time of `make build`, and `make test` reuses it.
run: toolchain ## build without optimization and answer a query (ARGS="…" for another one)
	@$(SWIFT) build $(DEBUG_FLAGS) --product placefind >&2
	@$(if $(NAMES_SOURCE),,$(HAS_SOURCE) || set -- --source sample; ).build/debug/placefind $(ARGS) "$$@"

build: toolchain $(LINK_DIR)/libcurl.a ## build the optimized program, .build/release/placefind
	@$(SWIFT) build $(RELEASE_FLAGS) --product placefind

# Searched first by the linker. An empty libcurl satisfies Foundation's `-lcurl` without the development package and
# adds nothing to the binary. A static libstdc++, if available, saves the loader a library.
$(LINK_DIR)/libcurl.a:
	@mkdir -p $(LINK_DIR)
	@archive=$$($$(dirname "$$(command -v $(SWIFT))")/clang -print-file-name=libstdc++.a 2>/dev/null); \
	  if [ -f "$$archive" ]; then ln -sf "$$archive" $(LINK_DIR)/libstdc++.a; fi
	@printf '!<arch>\n' > $@

test: toolchain ## run every test, with a quarter of the random trials (SEEDS=all: all of them)
	@$(SWIFT) build $(DEBUG_FLAGS) --build-tests --quiet
	@no_proxy=127.0.0.1,localhost $(TEST)

test-release: build ## run the tests of the command line against the released binary
	@$(SWIFT) build $(DEBUG_FLAGS) --build-tests --quiet
	@PLACEFIND_TEST_BINARIES=$(CURDIR)/.build/release no_proxy=127.0.0.1,localhost \
	  $(TEST) --filter CommandLineTests

# Not part of `make test`, because the build takes as long again. The preloaded library informs the sanitizer about
# Swift's mutexes.
test-tsan: toolchain ## run the tests of the transport under ThreadSanitizer (Linux)
	@$(SWIFT) build --build-tests --quiet --sanitize=thread --scratch-path .build/tsan
	@$$(dirname "$$(command -v $(SWIFT))")/clang -shared -fPIC -O1 -o .build/tsan/mutex.so Tests/Checks/tsan_mutex.c
	@LD_PRELOAD=$(CURDIR)/.build/tsan/mutex.so TSAN_OPTIONS=exitcode=66 no_proxy=127.0.0.1,localhost \
	  $(TEST) --sanitize=thread --scratch-path .build/tsan --filter PlatformTests

# libFuzzer rejects code instrumented by Swift's -sanitize=fuzzer, so the flags enable its counters and comparisons
# directly.
fuzz: toolchain ## read damaged files of every format for FUZZ_SECONDS=60 (Linux; FUZZ_TARGET=blobs reads only that format)
	@runtime=$$("$$(dirname "$$(command -v $(SWIFT))")/clang" -print-resource-dir)/lib/linux/libclang_rt.fuzzer_no_main-$$(uname -m).a; \
	if [ ! -f "$$runtime" ]; then echo "make fuzz: skipped, since this toolchain has no libFuzzer: $$runtime" >&2; exit 0; fi; \
	PLACEFIND_FUZZER="$$runtime" $(SWIFT) build -c release --quiet --scratch-path .build/fuzz --product placefind-fuzz \
	  $(addprefix -Xswiftc ,-enable-testing -sanitize=address -sanitize-coverage=edge -Xllvm \
	    -sanitizer-coverage-inline-8bit-counters -Xllvm -sanitizer-coverage-trace-compares) && \
	PLACEFIND_FUZZ_TARGET=$(FUZZ_TARGET) ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no .build/fuzz/release/placefind-fuzz -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=30 \
	  -print_final_stats=1 -artifact_prefix=.build/fuzz/ .build/fuzz/corpus/ Tests/Fuzz/Corpus

check: toolchain lint docs ## check format, layers, documentation, scripts, and the libraries in another package; warnings are errors
	@$(SWIFT) build $(DEBUG_FLAGS) --build-tests --explicit-target-dependency-import-check error
	@sh Tests/Checks/layers.sh
	@sh Tests/Checks/host.sh "$(SWIFT)"
	@sh Tests/Checks/compiled.sh "$(SWIFT)"
	@sh Tests/Checks/scripts.sh

lint: toolchain
	@$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

format: toolchain ## format the sources in place
	@$(SWIFT) format --in-place --recursive Package.swift Sources Tests

test-scale: build ## test batches under GNU parallel and Spark, kills, 1,000 orders of index changes, memory, and random shapes
	@sh Tests/Scale/run.sh $(BINARY)
	@mkdir -p .build; SEEDS=all PLACEFIND_SHAPES=$(SHAPES) $(SWIFT) test -c release --scratch-path .build/areas \
	  -Xswiftc -enable-testing --filter 'DomainTests|PlaceIndexTests|ShapeCollectorTests|OSMShapeTests|TableRowTests' \
	  > .build/scale.log 2>&1; status=$$?; grep -E '^error|recorded an issue|Test run with' .build/scale.log; exit $$status

# Times on a shared machine are noisy; instruction counts aren't, so they show small regressions that a benchmark can't.
# COUNT=--write updates the table; COUNT=row counts only entries with that word in their name.
count: build ## count the instructions of fixed commands, against Tests/Benchmarks/instructions.txt (needs valgrind, python3)
	@if command -v python3 > /dev/null; then \
	  python3 Tests/Benchmarks/count.py $(BINARY) Tests/Benchmarks/instructions.txt $(COUNT); \
	else echo "skipped: make count (python3 is not installed)"; fi

bench: bench-once bench-area bench-index bench-batch bench-screen ## run all benchmarks against their alternatives

bench-once: build ## compare one query per process with curl | jq and sqlite3
	@python3 Tests/Benchmarks/oneshot.py $(BINARY)

bench-area: toolchain ## count the requests of --limit all and of limits in polygons, for AREAS=60 random areas of each layout, and a tenth of them with each fault of the service
	@PLACEFIND_SIMULATIONS=$(AREAS) $(SWIFT) test -c release --scratch-path .build/areas -Xswiftc -enable-testing \
	  --filter AreaSearchTests 2>&1 | grep -E 'median|error|recorded an issue|↳ [a-z]+ [0-9]+:|Test run with'

bench-index: toolchain $(LINK_DIR)/libcurl.a $(BENCH_DIR)/truth.jsonl ## compare the index with k-d trees, SQLite, DuckDB and osmium
	@$(SWIFT) build $(RELEASE_FLAGS) --quiet --product placefind-index-benchmark
	@python3 Tests/Benchmarks/index_peers.py $(BENCH_DIR) .build/release/placefind-index-benchmark

bench-batch: build $(BENCH_DIR)/even/places.pfx ## compare a million points with DuckDB, and ten thousand requests with URLSession
	@sh Tests/Benchmarks/batch/offline.sh $(BINARY) $(BENCH_DIR)/even
	@sh Tests/Benchmarks/batch/online.sh $(CURDIR)/$(BINARY)

bench-screen: build ## measure the time from a key to the redrawn screen of browse, with 10,000 places
	@python3 Tests/Benchmarks/screen.py $(BINARY)

$(BENCH_DIR)/even/places.pfx: $(BENCH_DIR)/truth.jsonl
	@mkdir -p $(@D)
	@python3 Tests/Benchmarks/batch/spread.py $(BENCH_DIR)/places.csv 1000000 $(@D)
	@$(BINARY) index build $(@D)/places.csv -o $@ --force > /dev/null

# A million generated places, ten thousand queries and their correct results; 330 MB, always the same. Needs numpy.
$(BENCH_DIR)/truth.jsonl:
	@python3 Tests/Benchmarks/gen_places.py --out $(BENCH_DIR) --truth > /dev/null

picture: build ## draw the pictures of the README again, of places of OpenStreetMap in the centre of Helsinki
	@directory=$$(mktemp -d) && trap 'rm -r "$$directory"' EXIT && export LC_ALL=C.UTF-8 COLUMNS=112 && \
	index="--no-config --quiet --index $$directory/town.pfx" && \
	$(BINARY) index build $(PICTURE_TOWN) -o "$$directory/town.pfx" --covers 60.1699,24.945,450m \
	  --no-config --quiet > /dev/null && \
	$(BINARY) $(PICTURE_ARGS) $$index -n all -f html | python3 Tests/Checks/page_picture.py > $(PICTURES)/page.svg && \
	{ printf '$$ placefind %s\n' "$(PICTURE_ARGS) -f map"; $(BINARY) $(PICTURE_ARGS) $$index -f map --color always; } | \
	  python3 Tests/Checks/picture.py "placefind $(PICTURE_ARGS) -f map" > $(PICTURES)/map.svg

sample: toolchain ## write the embedded sample again, after a change of its source or of the index format
	@PLACEFIND_RECORD_SAMPLE=$(CURDIR)/Sources/Platform/Offline/sample.pfx \
	  $(SWIFT) test --quiet --filter SampleIndexTests

docs: toolchain ## build the documentation into .build/docs
	@sh Tests/Checks/docs.sh "$(SWIFT)" $(DOCUMENTED)

# The completion directories of the shells below PREFIX.
BASH_COMPLETIONS := share/bash-completion/completions/placefind
ZSH_COMPLETIONS  := share/zsh/site-functions/_placefind
FISH_COMPLETIONS := share/fish/vendor_completions.d/placefind.fish
MANUAL           := share/man/man1/placefind.1
INSTALLED        := bin/placefind $(MANUAL) $(BASH_COMPLETIONS) $(ZSH_COMPLETIONS) $(FISH_COMPLETIONS)

install: build ## install program, manual and completions into PREFIX (default /usr/local)
	@for file in $(INSTALLED); do \
	  install -d "$(DESTDIR)$(PREFIX)/$$(dirname "$$file")" || exit 1; \
	done
	@install -m 755 $(BINARY) "$(DESTDIR)$(PREFIX)/bin/placefind"
	@$(BINARY) manual > "$(DESTDIR)$(PREFIX)/$(MANUAL)"
	@$(BINARY) completions bash > "$(DESTDIR)$(PREFIX)/$(BASH_COMPLETIONS)"
	@$(BINARY) completions zsh > "$(DESTDIR)$(PREFIX)/$(ZSH_COMPLETIONS)"
	@$(BINARY) completions fish > "$(DESTDIR)$(PREFIX)/$(FISH_COMPLETIONS)"
	@for file in $(INSTALLED); do echo "installed $(DESTDIR)$(PREFIX)/$$file"; done

uninstall: ## remove the files that `make install` installed, but no data of the user
	@for file in $(INSTALLED); do \
	  rm -f "$(DESTDIR)$(PREFIX)/$$file" && echo "removed $(DESTDIR)$(PREFIX)/$$file"; \
	done

# Fixed order, time and owner, so that the same sources make the same archive.
dist: build ## pack .build/dist/placefind-VERSION-SYSTEM-MACHINE.tar.gz, with its SHA-256
	@name="placefind-$$($(BINARY) --version | cut -d ' ' -f 2)-$$(uname -s | tr '[:upper:]' '[:lower:]')-$$(uname -m)"; \
	rm -rf "$(DIST)" && mkdir -p "$(DIST)" && \
	$(MAKE) --no-print-directory install DESTDIR= PREFIX="$(DIST)/$$name" > /dev/null && \
	cp README.md "$(DIST)/$$name/" && cd "$(DIST)" && \
	case "$$(tar --version)" in \
	  *GNU*) tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf "$$name.tar" "$$name";; \
	  *) tar -cf "$$name.tar" "$$name";; \
	esac && gzip -9nf "$$name.tar" && rm -r "$$name" && \
	if command -v sha256sum > /dev/null; then sha256sum "$$name.tar.gz"; else shasum -a 256 "$$name.tar.gz"; fi \
	  > "$$name.tar.gz.sha256" && cat "$$name.tar.gz.sha256"

clean: ## remove everything that was built
	@rm -rf .build

toolchain:
	@version=$$($(SWIFT) --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1); \
	if [ -z "$$version" ]; then \
	  echo "placefind needs Swift $(MINIMUM_SWIFT) or newer and found none: get it from https://www.swift.org/install" >&2; exit 1; \
	elif [ "$$(printf '%s\n' "$(MINIMUM_SWIFT)" "$$version" | sort -V | head -n 1)" != "$(MINIMUM_SWIFT)" ]; then \
	  echo "placefind needs Swift $(MINIMUM_SWIFT) or newer and found $$version: get it from https://www.swift.org/install" >&2; exit 1; \
	fi
