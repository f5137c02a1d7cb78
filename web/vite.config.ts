/// <reference types="vitest/config" />
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { guideOutlines, guidePictures } from "./tools/guide.ts";
import { precompress } from "./tools/precompress.ts";
import { stylesInFiles } from "./tools/styles-in-files.ts";

const server = "http://127.0.0.1:8080";
const target = process.env.LETTERPRESS_DEV_SERVER ?? server;

/** Tests of what keeps nothing between two calls, and of the sources. */
const pure = ["src/email/**/*.test.ts", "src/**/floors.test.ts", "src/*.test.ts", "src/ui/contrast.test.ts"];

/** Tests of a page's first moments: what an earlier file left under way would be part of them. */
const first = ["src/app/steady.test.tsx"];

/** Tests that put something in a module's place: a module that an earlier test loaded would be the real one for good. */
const mocking = readdirSync(new URL("src", import.meta.url), { recursive: true, encoding: "utf8" })
  .map((file) => `src/${file}`)
  .filter(
    (file) => /\.test\.tsx?$/.test(file) && readFileSync(new URL(file, import.meta.url), "utf8").includes("vi.mock("),
  );

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
    projects: [
      { extends: true, test: { name: "apart", include: [...mocking, ...first] } },
      {
        extends: true,
        // A process loads React and the app once, and not for each file again.
        test: {
          name: "app",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: [...pure, ...mocking, ...first],
          isolate: false,
        },
      },
      { extends: true, test: { name: "pure", include: pure, isolate: false } },
    ],
  },
});
