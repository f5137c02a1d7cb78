import type { AuditEntry, Passkey, Security, SessionEntry } from "@/api/security";
import type { Handler } from "./fake-server";

/** What keeps an account safe, as the server answers it. */
export const security = (over: Partial<Security> = {}): Security => ({
  provider: "local",
  email_verified: true,
  has_password: true,
  totp: null,
  passkeys: [],
  ...over,
});

export const passkey = (over: Partial<Passkey> = {}): Passkey => ({
  id: 4,
  name: "Work laptop",
  created_at: "2026-01-01T00:00:00Z",
  last_used_at: null,
  ...over,
});

export const deviceSession = (over: Partial<SessionEntry> = {}): SessionEntry => ({
  id: 1,
  method: "password",
  device: "Firefox on Linux",
  ip: null,
  created_at: "2026-01-01T00:00:00Z",
  last_used_at: "2026-01-02T00:00:00Z",
  current: true,
  ...over,
});

export const auditEntry = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  kind: "signed_in",
  title: "Signed in",
  detail: null,
  device: "Firefox on Linux",
  ip: "192.0.2.4",
  at: "2026-01-02T00:00:00Z",
  ...over,
});

/** What the section about security reads. */
export const securityRoutes = (present = security()): Record<string, Handler> => ({
  "GET /api/me/security": () => ({ body: present }),
  "GET /api/me/sessions": () => ({ body: [deviceSession()] }),
  "GET /api/me/audit": () => ({ body: [] }),
});
