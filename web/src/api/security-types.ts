import type { AuthConfig, Id, Timestamp } from "./types";

/** Shapes of signing in and of what keeps an account safe, as the server answers them. */

export type SignInConfig = AuthConfig & {
  /** A forgotten password can be replaced by a mailed link. */
  password_reset?: boolean;
  passkeys?: boolean;
  /** The host of a hosted provider. */
  provider_name?: string | null;
};

export interface Passkey {
  id: Id;
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

export interface Security {
  provider: "local" | "oidc";
  email_verified: boolean;
  has_password: boolean;
  totp: { enabled_at: Timestamp; recovery_codes_left: number } | null;
  passkeys: Passkey[];
}

/** A secret that counts once a code made from it was confirmed. */
export interface TotpSetup {
  secret: string;
  otpauth_url: string;
  qr_svg: string;
}

export interface DeviceSession {
  id: Id;
  method: "password" | "passkey" | "hosted";
  /** "Firefox on Linux", as far as it told. */
  device: string;
  ip: string | null;
  created_at: Timestamp;
  last_used_at: Timestamp;
  current: boolean;
}

export interface AuditEntry {
  id: Id;
  kind: string;
  title: string;
  detail: string | null;
  device: string | null;
  ip: string | null;
  at: Timestamp;
}

export interface PasskeyRequest {
  challenge_id: string;
  options: PublicKeyCredentialRequestOptionsJSON;
}

export interface PasskeyCreation {
  challenge_id: string;
  options: PublicKeyCredentialCreationOptionsJSON;
}
