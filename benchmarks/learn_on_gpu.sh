#!/usr/bin/env bash
# Trains in runs/NAME on a machine where nothing can be installed, and packs the results:
#     benchmarks/learn_on_gpu.sh NAME SECONDS OUT [arguments of python -m tamaya.learn]
# An existing run in runs/NAME is resumed (pass no arguments then). OUT receives the parts of the
# checkpoint, NAME.safetensors, NAME.tar with the small files, and compiled.tgz with the core and the
# kernels, so that the next machine need not compile them for minutes. To unpack them:
#     benchmarks/learn_on_gpu.sh unpack NAME FOLDER
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"

if [ "$1" = unpack ]; then
    name=$2 from=$3
    mkdir -p "runs/$name"
    tar xf "$from/$name.tar" -C "runs/$name"
    cp "$from"/checkpoint-*.part "runs/$name/" 2>/dev/null
    cp "$from/$name.safetensors" "runs/$name/network.safetensors"
    mkdir -p build/gpu && tar xzf "$from/compiled.tgz" -C build/gpu
    exit
fi

name=$1 seconds=$2 out=$3
shift 3
source benchmarks/gpu_machine.sh
mkdir -p "runs/$name" "$out"
PYTHONUNBUFFERED=1 "${PYTHON:-python3}" -m tamaya.learn "runs/$name" --seconds "$seconds" "$@" 2>&1 |
    tee -a "runs/$name/log.txt"
status=$?
(cd "runs/$name" && tar cf "$out/$name.tar" $(ls config.toml checkpoint.json curve.csv scores.json log.txt 2>/dev/null))
cp "runs/$name/network.safetensors" "$out/$name.safetensors"
tar czf "$out/compiled.tgz" -C build/gpu --exclude='core-*/tamaya/networks' $(cd build/gpu && ls -d core-* kernels)
if [ "${KEEP_CHECKPOINT:-yes}" = yes ]; then cp "runs/$name"/checkpoint-*.part "$out/"; fi
ls -la "$out"
exit $status
