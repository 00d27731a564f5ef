# For OpenBench, which runs `make EXE=NAME` and starts what lies here under that name.
EXE = machack-uci
ifeq ($(OS),Windows_NT)
SUFFIX = .exe
endif

.PHONY: engine
engine:
	cargo build --release --locked --package chessprog --bin machack-uci
	cp target/release/machack-uci$(SUFFIX) $(basename $(EXE))$(SUFFIX)
