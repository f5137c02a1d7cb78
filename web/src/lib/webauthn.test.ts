import { afterEach, expect, test, vi } from "vitest";
import { canUsePasskeys, isThereAlready, makePasskey, provePasskey, toBytes, toText, wasCancelled } from "./webauthn";

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

afterEach(() => vi.unstubAllGlobals());

/** A browser that has passkeys, but no JSON forms of them. */
function oldBrowser(credential: unknown) {
  const asked: CredentialRequestOptions[] & CredentialCreationOptions[] = [];
  const answer = async (options: object) => {
    asked.push(options);
    return credential;
  };
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("navigator", { credentials: { get: answer, create: answer } });
  return asked;
}

const common = { id: "-_8", rawId: bytes(251, 255), type: "public-key", getClientExtensionResults: () => ({}) };

test("bytes survive their text, in the alphabet for addresses and without padding", () => {
  const all = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (const length of [0, 1, 2, 3, 255, 256]) {
    const text = toText(all.slice(0, length).buffer);
    expect(text).not.toMatch(/[+/=]/);
    expect([...toBytes(text)]).toEqual([...all.slice(0, length)]);
  }
  expect(toText(bytes(251, 255))).toBe("-_8");
});

test("a browser without JSON forms proves a passkey all the same", async () => {
  const asked = oldBrowser({
    ...common,
    response: {
      clientDataJSON: bytes(1),
      authenticatorData: bytes(2),
      signature: bytes(3),
      userHandle: bytes(4),
    },
  });
  expect(canUsePasskeys()).toBe(true);
  const proof = await provePasskey({
    challenge: "AQID",
    rpId: "example.com",
    userVerification: "required",
    allowCredentials: [{ id: "-_8", type: "public-key" }],
  });
  expect(proof).toEqual({
    id: "-_8",
    rawId: "-_8",
    type: "public-key",
    clientExtensionResults: {},
    response: { clientDataJSON: "AQ", authenticatorData: "Ag", signature: "Aw", userHandle: "BA" },
  });
  expect(asked[0]?.publicKey).toEqual({
    challenge: toBytes("AQID"),
    rpId: "example.com",
    userVerification: "required",
    allowCredentials: [{ id: toBytes("-_8"), type: "public-key" }],
  });
});

test("and makes one", async () => {
  const response = { clientDataJSON: bytes(1), attestationObject: bytes(2), getTransports: () => ["internal"] };
  const asked = oldBrowser({ ...common, authenticatorAttachment: "platform", response });
  const made = await makePasskey({
    rp: { id: "example.com", name: "Letterpress" },
    user: { id: "BQ", name: "a@example.com", displayName: "A" },
    challenge: "AQID",
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    excludeCredentials: [{ id: "-_8", type: "public-key", transports: ["usb"] }],
  });
  expect(made).toMatchObject({
    authenticatorAttachment: "platform",
    response: { clientDataJSON: "AQ", attestationObject: "Ag", transports: ["internal"] },
  });
  expect(asked[0]?.publicKey).toMatchObject({
    user: { id: toBytes("BQ") },
    excludeCredentials: [{ id: toBytes("-_8"), transports: ["usb"] }],
  });
});

test("the browser's own forms are used where there are any, and a method that fails is done without", async () => {
  vi.stubGlobal("PublicKeyCredential", { parseRequestOptionsFromJSON: () => ({ challenge: bytes(9) }) });
  const get = vi.fn(async () => ({ toJSON: () => ({ id: "own" }) }) as unknown);
  vi.stubGlobal("navigator", { credentials: { get } });
  expect(await provePasskey({ challenge: "AQID" })).toEqual({ id: "own" });
  expect(get).toHaveBeenCalledWith({ publicKey: { challenge: bytes(9) } });
  get.mockResolvedValue({
    ...common,
    response: { clientDataJSON: bytes(1), authenticatorData: bytes(2), signature: bytes(3), userHandle: null },
    toJSON: () => {
      throw new TypeError("Illegal invocation");
    },
  });
  expect(await provePasskey({ challenge: "AQID" })).toMatchObject({ id: "-_8", response: { signature: "Aw" } });
});

test("a question that was closed is no failure of ours", async () => {
  oldBrowser(null);
  await expect(provePasskey({ challenge: "AQID" })).rejects.toSatisfy(wasCancelled);
  expect(isThereAlready(new DOMException("", "InvalidStateError"))).toBe(true);
  expect(wasCancelled(new TypeError("x"))).toBe(false);
});
