import { defineConfig } from "@playwright/test";

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
  use: {
    actionTimeout: 60_000,
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    // Each step is told. Its page is not kept beside it, let alone filmed: that cost as much as a quarter of a run.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    launchOptions: {
      executablePath: process.env.E2E_CHROMIUM,
      // Its own sandbox needs rights that containers do not give.
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    },
  },
});
