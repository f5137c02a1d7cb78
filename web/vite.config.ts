import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { guideOutlines, guidePictures } from "./tools/guide.ts";
import { precompress } from "./tools/precompress.ts";
import { stylesInFiles } from "./tools/styles-in-files.ts";

const server = "http://127.0.0.1:8080";
const target = process.env.LETTERPRESS_DEV_SERVER ?? server;

export default defineConfig({
  plugins: [react(), tailwindcss(), guideOutlines(), guidePictures(), stylesInFiles(), precompress()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  // The user guide lies beside this folder.
  server: {
    fs: { allow: [".."] },
    proxy: {
      "^/api/": target,
      "^/auth/": target,
      "/u": target,
      "/hooks": target,
      "/healthz": target,
      "/frame.html": target,
    },
  },
  // Inlined fonts and images would need data: in the content security policy.
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
  test: {
    environment: "jsdom",
    // All cores: by default one is left to whoever watches.
    maxWorkers: "100%",
    // There to end what hangs, not to judge a slow machine.
    testTimeout: 300_000,
    setupFiles: ["./src/testing/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
  },
});
