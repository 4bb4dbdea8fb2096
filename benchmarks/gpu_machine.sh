#!/usr/bin/env bash
# Makes `import tamaya` work from this checkout on a machine where nothing can be installed:
#     source benchmarks/gpu_machine.sh
# build/gpu/site holds unpacked wheels (nanobind, typer, rich and their dependencies), build/gpu/core-*
# compiled cores. The core is compiled again if its sources or the machine have changed.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
place=$root/build/gpu
python=${PYTHON:-python3}
export TAMAYA_CACHE=$place/kernels
sources=$(cd "$root" && find CMakeLists.txt cpp -name '*.[hc]pp' -o -name '*.txt' -o -name '*.py' | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c1-16)
version=$("$python" -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
core=$place/core-$version-$sources
export PYTHONPATH=$core:$place/site${PYTHONPATH:+:$PYTHONPATH}

compile_core() {
    "$python" -c 'import nanobind' || { echo "nanobind is missing in $place/site"; return 1; }
    cmake -G Ninja -S "$root" -B "$place/tree-$version" -DCMAKE_BUILD_TYPE=Release \
        -DPython_EXECUTABLE="$(command -v "$python")" \
        -Dnanobind_DIR="$("$python" -m nanobind --cmake_dir)" >"$place/cmake.log" &&
        cmake --build "$place/tree-$version" >>"$place/cmake.log" &&
        cmake --install "$place/tree-$version" --prefix "$core" >>"$place/cmake.log" ||
        { tail -30 "$place/cmake.log"; return 1; }
}

# The package is put together outside the checkout, where a new copy of the sources removes nothing.
use_core() {
    cp -r "$root/src/tamaya" "$root/src/tamaya_command" "$core/" &&
        cp -r "$root/cpp/cuda" "$core/tamaya/include/"
}

works() { "$python" -c 'import tamaya._core' 2>/dev/null; }

{ test -d "$core" && use_core && works; } || { compile_core && use_core && works; } ||
    echo "the core does not work here"
