import type { AuthConfig } from "@/api/session";
import { leaveFor } from "@/lib/leave";

/** Signing in at a hosted provider: the browser goes there and comes back to the page it left. */

/** Where the server says why it came to nothing. */
export const FAILURE = "sign_in_error";

const SENT = "letterpress-sent-to-provider";
/** Who comes back without a session is not sent off again at once. */
const GAP_MS = 60_000;

function here(): string {
  const params = new URLSearchParams(location.search);
  params.delete(FAILURE);
  const query = params.toString();
  return `${location.pathname}${query ? `?${query}` : ""}${location.hash}`;
}

/** The address that sends the browser to the provider, and back to this page. */
export const startPath = () => `/auth/start?return_to=${encodeURIComponent(here())}`;

/** Remembers the trip; false when there was one just now, or it could not be remembered. */
function begins(): boolean {
  try {
    const last = Number(sessionStorage.getItem(SENT));
    if (Date.now() - last < GAP_MS) return false;
    sessionStorage.setItem(SENT, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/**
 * Somebody was signed in, but the session cannot be renewed: the provider may still know them, and give a new one
 * without a question. True when the page is being left for that.
 */
export function goesThroughProvider(config: AuthConfig | null): boolean {
  if (config?.provider !== "oidc" || new URLSearchParams(location.search).has(FAILURE) || !begins()) return false;
  leaveFor(startPath());
  return true;
}
