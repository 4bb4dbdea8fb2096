import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

// `npm run dev` talks to a server started with `tamaya serve` (or TAMAYA_SERVER).
const server = process.env.TAMAYA_SERVER ?? "http://127.0.0.1:8787";

/** Writes the service worker, which keeps the files of this build for use without the server. */
const offline = {
  name: "offline",
  generateBundle(this: { emitFile: (file: { type: "asset"; fileName: string; source: string }) => string }, _: unknown, bundle: Record<string, unknown>): void {
    const assets = Object.keys(bundle).filter((name) => name.startsWith("assets/") && !/Study|Operator/.test(name)).sort();
    const files = JSON.stringify(["/", "/early.js", "/favicon.svg", "/manifest.webmanifest", ...assets.map((name) => `/${name}`)]);
    const build = createHash("sha256").update(files).digest("hex").slice(0, 12);
    const source = readFileSync(new URL("src/offline.js", import.meta.url), "utf8").replace("__FILES__", files).replace("__BUILD__", build);
    this.emitFile({ type: "asset", fileName: "offline.js", source });
  },
};

export default defineConfig({
  plugins: [svelte(), offline],
  build: {
    outDir: "../src/tamaya/web/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      "/api": { target: server },
      "/ws": { target: server, ws: true },
    },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
