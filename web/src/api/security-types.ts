import type { components } from "./schema.gen";
import type { Answer } from "./types";

/** Shapes of signing in and of what keeps an account safe, by the names the dashboard uses. */

type Schemas = components["schemas"];

export type SignInConfig = Answer<"AuthConfig">;

export type Passkey = Answer<"Passkey">;
export type Security = Answer<"Security">;
/** A secret that counts once a code made from it was confirmed. */
export type TotpSetup = Answer<"NewTotp">;
export type RecoveryCodes = Answer<"RecoveryCodes">;
export type DeviceSession = Answer<"SessionEntry">;
export type AuditEntry = Answer<"AuditEntry">;

/** The document knows the options, whose shapes are the browser's, as an object only. */
type Ceremony<Options> = Omit<Schemas["PasskeyOptions"], "options"> & { options: Options };
export type PasskeyRequest = Ceremony<PublicKeyCredentialRequestOptionsJSON>;
export type PasskeyCreation = Ceremony<PublicKeyCredentialCreationOptionsJSON>;
