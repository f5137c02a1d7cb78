// What an author has at hand to prove who they are: an authenticator app, a passkey, the mailbox.

import { createHmac } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Page } from "@playwright/test";
import type { Caller } from "./author.js";
import { expect } from "./installation.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** RFC 6238 with SHA-1, six digits and 30 seconds, so many steps from now. */
export function codeOf(secret: string, ahead = 0): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + ahead));
  const tag = createHmac("sha1", fromBase32(secret)).update(step).digest();
  const at = tag.readUInt8(tag.length - 1) & 15;
  return String((tag.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Six digits that no clock near this one makes of the secret. */
export function wrongCodeOf(secret: string): string {
  const right = [-3, -2, -1, 0, 1, 2, 3].map((ahead) => codeOf(secret, ahead));
  return ["314159", "271828", "141421", "173205", "161803", "223606", "244948", "264575"].find(
    (code) => !right.includes(code),
  ) as string;
}

/** A device that keeps passkeys and says yes to everything. */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The link of the newest mail with this subject, once there are so many. */
export async function mailedLink(author: Caller, subject: string, count = 1): Promise<string> {
  await expect.poll(async () => (await author.mails(subject)).length, { message: subject }).toBe(count);
  const { text } = await author.mail(subject);
  const link = /^http\S+#token=\S+$/m.exec(text ?? "")?.[0];
  expect(link, `a link in the mail: ${text}`).toBeDefined();
  return link ?? "";
}

/** Settings of an installation with a name, which passkeys need: an address of numbers cannot have any. */
export async function namedSettings(): Promise<Record<string, string>> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return { LETTERPRESS_LISTEN: `127.0.0.1:${port}`, LETTERPRESS_PUBLIC_URL: `http://localhost:${port}` };
}
