// A real installation for each test, and a page that tolerates no error.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { test as base, expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

const binary = process.env.LETTERPRESS_BINARY ?? "";

export interface Server {
  process: ChildProcess;
  url: string;
}

/** Starts the installation of a folder, at a port of its own unless the settings name one. */
export async function serve(folder: string, settings: Record<string, string> = {}): Promise<Server> {
  const listen = settings.LETTERPRESS_LISTEN ?? "127.0.0.1:0";
  const server = spawn(binary, ["serve", "--listen", listen], {
    cwd: folder,
    // A pace at which a progress bar can be seen.
    env: { LETTERPRESS_LOG: "warn", LETTERPRESS_SEND_RATE: "200", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<never>((_, reject) => {
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  ended.catch(() => undefined);
  const url = new Promise<string>((resolve) => {
    createInterface({ input: server.stdout }).on("line", (line) => {
      const found = /Open\s+(http\S+)/.exec(line);
      if (found?.[1]) resolve(found[1]);
    });
  });
  return { process: server, url: await Promise.race([url, ended]) };
}

export async function stop(server: Server) {
  const ended = new Promise((resolve) => server.process.once("exit", resolve));
  server.process.kill("SIGTERM");
  expect(await ended, "exit code after SIGTERM").toBe(0);
}

/** Another command of the binary, in the folder of an installation. */
export const run = (folder: string, ...args: string[]) =>
  promisify(execFile)(binary, args, { cwd: folder, env: { LETTERPRESS_LOG: "warn" } });

/** A folder that is gone when what was done in it is. */
export async function withFolder(use: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), "letterpress-e2e-"));
  await use(folder);
  await rm(folder, { recursive: true, force: true });
}

interface Fixtures {
  /** Where this test's own installation keeps its data. */
  folder: string;
  /** Where this test's own installation answers. */
  url: string;
  /** What the installation is told by its environment. */
  settings: Record<string, string>;
  /** Errors that the test provokes itself. */
  provoked: RegExp;
  /** Fails the test at its end when the console had another error. */
  noErrors: undefined;
}

export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from the pattern.
  folder: async ({}, use) => {
    await withFolder(use);
  },
  url: async ({ folder, settings }, use) => {
    const server = await serve(folder, settings);
    await use(server.url);
    await stop(server);
  },
  provoked: [/^$/, { option: true }],
  noErrors: [
    // Fixtures are torn down last to first: naming the server here lets it outlive the errors' count,
    // or calls that are still on their way when it stops would be counted.
    async ({ page, provoked, url: _url }, use) => {
      const errors: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
      });
      page.on("pageerror", (error) => errors.push(error.message));
      await use(undefined);
      // The tools of the test themselves reach into the frame of a mail, where no script may run.
      const unexpected = errors.filter(
        (error) => !/^Blocked script execution in '[^']*\/frame\.html'/.test(error) && !provoked.test(error),
      );
      expect(unexpected, "errors in the console").toEqual([]);
    },
    { auto: true },
  ],
});

/** What fades in has its last colour, and what is about to give way is gone; what turns for ever is not waited for. */
const isAtRest = () =>
  document.querySelector('[aria-busy="true"]') === null &&
  document.getAnimations().every((animation) => {
    const end = animation.effect?.getComputedTiming().endTime;
    return animation.playState !== "running" || end === Number.POSITIVE_INFINITY;
  });

/** Nothing for axe to find by all of its rules unless told otherwise, once what moves has come to rest. */
export async function expectAccessible(page: Page, what: string, rules: RunOptions = {}) {
  await page.waitForFunction(isAtRest);
  // Once for each document: reading its source takes as long as looking at a small page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (asked) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
      // What is in a frame is a mail, and looked at where mails are made.
      { include: [["html"]], exclude: [["iframe"]] },
      // What fits every rule is not described.
      { resultTypes: ["violations"], selectors: false, iframes: false, ...asked },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  }, rules);
  expect(found, `axe on ${what}`).toEqual([]);
}

/** The first author, on the Overview. */
export async function signUp(page: Page, url: string) {
  const data = { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse battery" };
  // The page's own session: its cookie stays with the page.
  const answer = await page.request.post(`${url}/api/auth/sign-up`, { data });
  expect(answer.status()).toBe(201);
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
}

/** The same as a person does it. */
export async function signUpByForm(page: Page, url: string) {
  await page.goto(url);
  await page.getByRole("button", { name: "Sign in" }).last().click();
  // The first of a server, or one more.
  const create = page.getByRole("dialog").getByRole("button", { name: /^Create (your|the first) account$/ });
  await create.click();
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password").fill("correct horse battery");
  await create.click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
}

export { expect };
