import { say } from "./words";

/**
 * Passkeys: the browser's ceremonies with the JSON forms that the server speaks. Newer browsers convert these
 * themselves; for the others it is done here, member by member.
 */

type Bytes = Uint8Array<ArrayBuffer>;

export function toBytes(text: string): Bytes {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function toText(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Browsers hide all of it from pages without https, localhost aside. */
export const canUsePasskeys = () => typeof PublicKeyCredential !== "undefined" && navigator.credentials !== undefined;

const descriptors = (list: PublicKeyCredentialDescriptorJSON[] = []) =>
  list.map(({ id, type, transports }) => ({
    id: toBytes(id),
    type: type as PublicKeyCredentialType,
    ...(transports ? { transports: transports as AuthenticatorTransport[] } : {}),
  }));

function requestOptions(json: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  if (typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function")
    return PublicKeyCredential.parseRequestOptionsFromJSON(json);
  const { challenge, rpId, timeout, userVerification, allowCredentials } = json;
  return {
    challenge: toBytes(challenge),
    ...(rpId ? { rpId } : {}),
    ...(timeout ? { timeout } : {}),
    ...(userVerification ? { userVerification: userVerification as UserVerificationRequirement } : {}),
    allowCredentials: descriptors(allowCredentials),
  };
}

function creationOptions(json: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  if (typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function")
    return PublicKeyCredential.parseCreationOptionsFromJSON(json);
  const { challenge, user, excludeCredentials, rp, pubKeyCredParams, timeout, authenticatorSelection } = json;
  return {
    rp,
    user: { ...user, id: toBytes(user.id) },
    challenge: toBytes(challenge),
    pubKeyCredParams,
    ...(timeout ? { timeout } : {}),
    ...(authenticatorSelection ? { authenticatorSelection } : {}),
    attestation: "none",
    excludeCredentials: descriptors(excludeCredentials),
  };
}

function responseOf(response: AuthenticatorResponse): Record<string, unknown> {
  const clientDataJSON = toText(response.clientDataJSON);
  if ("attestationObject" in response) {
    const made = response as AuthenticatorAttestationResponse;
    return {
      clientDataJSON,
      attestationObject: toText(made.attestationObject),
      transports: made.getTransports?.() ?? [],
    };
  }
  const { authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    clientDataJSON,
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
    ...(userHandle ? { userHandle: toText(userHandle) } : {}),
  };
}

/** The credential as JSON. */
function shown(credential: Credential | null): unknown {
  if (credential === null) throw new DOMException(say.noPasskeyWasChosen, "NotAllowedError");
  const key = credential as PublicKeyCredential;
  try {
    if (typeof key.toJSON === "function") return key.toJSON();
  } catch {
    // Password managers put in objects of their own, on which the browser's method fails.
  }
  return {
    id: key.id,
    rawId: toText(key.rawId),
    type: key.type,
    ...(key.authenticatorAttachment ? { authenticatorAttachment: key.authenticatorAttachment } : {}),
    clientExtensionResults: key.getClientExtensionResults(),
    response: responseOf(key.response),
  };
}

/** Lets the person choose a passkey and prove it. */
export const provePasskey = async (json: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> =>
  shown(await navigator.credentials.get({ publicKey: requestOptions(json) }));

/** Makes a passkey on the person's device. */
export const makePasskey = async (json: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> =>
  shown(await navigator.credentials.create({ publicKey: creationOptions(json) }));

/** The person closed the browser's question, or took too long. */
export const wasCancelled = (error: unknown) =>
  error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError");

/** The device has a passkey for this account already. */
export const isThereAlready = (error: unknown) => error instanceof DOMException && error.name === "InvalidStateError";
