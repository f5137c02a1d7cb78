/** The body of a webhook. What `data` holds depends on `type`. */
export interface WebhookEvent {
  /** Such as `email.opened` or `campaign.sent`. */
  type: string;
  /** When it happened, RFC 3339 in UTC. */
  timestamp: string;
  /** Rises by one with each event of this webhook: events may arrive out of order. */
  sequence: number;
  data: Record<string, unknown>;
}

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** How far the sender's clock and yours may be apart, in seconds. Default 300. */
  tolerance?: number;
  /** Instead of the present, in milliseconds. */
  now?: number;
}

/** The message is not from your Letterpress, was changed on its way, or is an old one again. Answer 400. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WebhookVerificationError";
  }
}

function header(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = Array.isArray(value) ? value[0] : value;
  if (!text) throw new WebhookVerificationError(`The header ${name} is missing.`);
  return text;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (!bytes || bytes.length === 0) throw new TypeError("The secret is not one of a webhook: whsec_… in base64.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function checkAge(timestamp: string, { tolerance = 300, now = Date.now() }: VerifyOptions) {
  if (!/^\d+$/.test(timestamp)) throw new WebhookVerificationError("The timestamp cannot be read.");
  if (Math.abs(now / 1000 - Number(timestamp)) > tolerance) {
    throw new WebhookVerificationError("The timestamp is too far from the present.");
  }
}

/**
 * Checks a webhook's signature and age (Standard Webhooks) and gives its event.
 *
 * `payload` is the body as it came, not parsed. While a secret is being rotated, messages carry the signatures of both.
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  const signatures = header(headers, "webhook-signature").split(" ");
  checkAge(timestamp, options);
  const key = await importSecret(secret);
  const text = typeof payload === "string" ? payload : new TextDecoder().decode(payload);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const signature of signatures) {
    const bytes = signature.startsWith("v1,") ? fromBase64(signature.slice(3)) : null;
    if (bytes && (await crypto.subtle.verify("HMAC", key, bytes, signed))) return JSON.parse(text) as WebhookEvent;
  }
  throw new WebhookVerificationError("No signature is right.");
}
