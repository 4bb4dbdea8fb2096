#!/usr/bin/env bash
# Grows all validation sets of the benchmark and finds their bounds, on a machine where nothing can be
# installed:
#     benchmarks/ship_validation_sets.sh OUT [SECONDS]
# OUT receives validation_sets.tgz with the files of src/tamaya/benchmark/validation_sets; they are complete
# if the status is 0. Otherwise copy OUT/benchmark_cache.tgz to build/gpu, and the same command resumes.
set -uo pipefail
cd "$(dirname "$0")/.."
out=$1 seconds=${2:-0}
source benchmarks/gpu_machine.sh
if [ -e build/gpu/benchmark_cache.tgz ]; then
    mkdir -p "$TAMAYA_CACHE" && tar xzf build/gpu/benchmark_cache.tgz -C "$TAMAYA_CACHE"
fi
sets=$core/tamaya/benchmark/validation_sets
rm -rf "$sets" && mkdir -p "$sets" "$out"
timeout "$seconds" "${PYTHON:-python3}" -m tamaya.benchmark.shipping all "$(nproc)"
status=$?
tar czf "$out/benchmark_cache.tgz" -C "$TAMAYA_CACHE" benchmark
tar czf "$out/validation_sets.tgz" -C "$sets" .
exit $status
