import { defineConfig } from "@playwright/test";

/** What waits longest for clocks, beside all of the others rather than after them. */
const long = ["troubles", "writing", "newcomer"].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: "tests",
  outputDir: ".tmp/results",
  // Each test has an installation and a browser of its own, and waits for most of its time: two fit on a small machine.
  workers: 2,
  retries: 0,
  // Ends what hangs, on however slow a machine.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  projects: [
    { name: "long", testMatch: long },
    { name: "all the others", testIgnore: long },
  ],
  use: {
    actionTimeout: 60_000,
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.E2E_CHROMIUM,
      // Its own sandbox needs rights that containers do not give.
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
    },
  },
});
