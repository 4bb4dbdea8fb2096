import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` talks to a server started with `tamaya serve` (or TAMAYA_SERVER).
const server = process.env.TAMAYA_SERVER ?? "http://127.0.0.1:8787";

export default defineConfig({
  plugins: [svelte()],
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
