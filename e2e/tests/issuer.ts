// A real OpenID Connect provider, with a login form that takes anybody at their word.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Adapter, type AdapterPayload, type JWK } from "oidc-provider";

export const CLIENT_ID = "letterpress";

/** People of the provider: the login name is the subject. */
export interface Person {
  email: string;
  name: string;
  groups: string[];
}

export interface Issuer {
  url: string;
  /** Lets Letterpress at this address use the provider. */
  allow: (letterpress: string) => void;
  people: Map<string, Person>;
  /** Nothing answers until `up`. */
  down: () => Promise<void>;
  up: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Keeps what the provider keeps in memory; the one client is whoever was allowed last. */
function adapterOf(client: () => AdapterPayload | undefined) {
  const rows = new Map<string, AdapterPayload>();
  return class Kept implements Adapter {
    constructor(private readonly model: string) {}
    private key = (id: string) => `${this.model}:${id}`;
    async upsert(id: string, payload: AdapterPayload) {
      rows.set(this.key(id), payload);
    }
    async find(id: string) {
      return this.model === "Client" ? client() : rows.get(this.key(id));
    }
    async findByUserCode() {
      return undefined;
    }
    async findByUid(uid: string) {
      return [...rows].find(([key, row]) => key.startsWith(`${this.model}:`) && row.uid === uid)?.[1];
    }
    async consume(id: string) {
      const row = rows.get(this.key(id));
      if (row) row.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string) {
      rows.delete(this.key(id));
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key);
    }
  };
}

async function signingKey(kid: string): Promise<JWK> {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  // Without the operations that the export names: the provider also checks what it has signed.
  return { kty, crv, x, y, d, kid, use: "sig", alg: "ES256" } as JWK;
}

export async function startIssuer(): Promise<Issuer> {
  const people = new Map<string, Person>();
  let client: AdapterPayload | undefined;
  let handler: ((...args: Parameters<ReturnType<Provider["callback"]>>) => void) | undefined;
  const server: Server = createServer((request, response) => handler?.(request, response));
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const provider = new Provider(url, {
    adapter: adapterOf(() => client),
    jwks: { keys: [await signingKey("first")] },
    findAccount: (_, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => ({ sub, ...person, email_verified: true }) };
    },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    conformIdTokenClaims: false,
    issueRefreshToken: async () => true,
    pkce: { required: () => true },
    cookies: { keys: ["a key of the test"] },
  });
  handler = provider.callback();
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return {
    url,
    people,
    allow: (letterpress) => {
      client = {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: "none",
        redirect_uris: [`${letterpress}/auth/callback`],
        post_logout_redirect_uris: [letterpress, `${letterpress}/`],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        id_token_signed_response_alg: "ES256",
        scope: "openid profile email offline_access",
      };
    },
    down: close,
    up: () => listen(port),
    stop: close,
  };
}
