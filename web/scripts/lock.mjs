// Completes package-lock.json: `npm install` leaves out bindings for other systems where a registry does not
// offer them, and `npm ci` then refuses the lock file everywhere. Run it after `npm install`.
import { readFileSync, writeFileSync } from "node:fs";

const OS = { android: "android", darwin: "darwin", freebsd: "freebsd", linux: "linux", win32: "win32", openharmony: "openharmony" };
const CPU = { arm64: "arm64", arm: "arm", x64: "x64", ppc64: "ppc64", s390x: "s390x", wasm32: "wasm32", ia32: "ia32", riscv64: "riscv64" };

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
for (const [, about] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(about.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (place in lock.packages || !/^\d/.test(version)) continue;
    const words = name.split(/[-/]/);
    const os = words.map((word) => OS[word]).find(Boolean);
    const cpu = words.map((word) => CPU[word]).find(Boolean);
    if (!cpu) continue;
    const short = name.split("/").at(-1);
    lock.packages[place] = {
      version,
      resolved: `https://registry.npmjs.org/${name}/-/${short}-${version}.tgz`,
      cpu: [cpu],
      dev: true,
      optional: true,
      ...(os ? { os: [os] } : {}),
    };
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
