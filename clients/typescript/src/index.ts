export { type Client, type ClientOptions, createClient } from "./client.js";
export { type FieldError, LetterpressError } from "./problem.js";
export type { Answer, CallOptions, Options, PathOf, Row, Schemas } from "./types.js";
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./webhook.js";
