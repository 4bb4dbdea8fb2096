// Fails when the first page, or the whole app, outgrows its budget (gzip, JavaScript and styles; fonts apart).
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const FIRST_PAGE = 60_000;
const WHOLE_APP = 200_000;

const root = join(dirname(fileURLToPath(import.meta.url)), "../../src/tamaya/web/static");
const size = (file) => gzipSync(readFileSync(join(root, file)), { level: 9 }).length;
const html = readFileSync(join(root, "index.html"), "utf8");
const first = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map((match) => match[1]);
const all = readdirSync(join(root, "assets")).filter((name) => /\.(js|css)$/.test(name)).map((name) => `assets/${name}`);
const sum = (files) => files.reduce((total, file) => total + size(file), 0);

const sizes = { "first page": [sum(first), FIRST_PAGE], "whole app": [sum(all), WHOLE_APP] };
for (const [what, [bytes, budget]] of Object.entries(sizes)) {
  console.log(`${what}: ${(bytes / 1000).toFixed(1)} kB gzip of ${budget / 1000} kB`);
  if (bytes > budget) process.exitCode = 1;
}
