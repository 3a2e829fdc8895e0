#!/usr/bin/env bash
# Measures the release executables on this machine: Benchmarks/README.md says what and how.
#
# Usage: dev/bench.sh [--all]
#   (nothing)   two cases on this machine, the latencies, what a room costs and does to a tone; no root, six minutes
#   --all       every case, emulated networks included: needs root, half an hour
#
# TUTTI_BIN: the folder of the executables and of libVirtualCard.so; .build/release otherwise.
# Figures of a busy machine are figures of a busy machine.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
readonly root
readonly house=$root/Benchmarks/house/house.py
readonly bin=${TUTTI_BIN:-$root/.build/release}

for tool in python3 gcc lame; do
    command -v "$tool" >/dev/null || {
        printf 'bench.sh: %s is missing: apt-get install %s\n' "$tool" "$tool" >&2
        exit 1
    }
done

case ${1:-} in
    '')
        "$house" table --short --bin "$bin"
        "$house" latency --rounds 3 --joins 3 --bin "$bin"
        "$house" crowd --sizes 0,50,200 --bin "$bin"
        "$house" tone --formats FLOAT_LE,S16_LE --bin "$bin"
        "$house" position --bin "$bin"
        ;;
    --all)
        [ "$(id -u)" -eq 0 ] || {
            printf 'bench.sh: the emulated networks need root: run it with sudo\n' >&2
            exit 1
        }
        "$house" table --bin "$bin"
        "$house" latency --bin "$bin"
        "$house" crowd --bin "$bin"
        "$house" tone --bin "$bin"
        "$house" position --bin "$bin"
        "$house" speed --bin "$bin"
        ;;
    *)
        printf 'bench.sh: unknown argument "%s"; there is --all\n' "$1" >&2
        exit 2
        ;;
esac
