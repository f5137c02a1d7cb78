// A real Keycloak, set up as the guide tells: what is registered there is read from its page.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const BRING = fileURLToPath(new URL("../../tools/keycloak", import.meta.url));
const GUIDE = new URL("../../docs/guide/sign-in-providers.md", import.meta.url);
const CLIENT_ID = "letterpress";
const ADMIN = { username: "root", password: "only for this run" };
/** On a small machine at work; alone it takes a tenth. */
const START_MS = 300_000;
/** Quick to start rather than quick for long. */
const JAVA_OPTS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xms64m -Xmx512m -Dfile.encoding=UTF-8";

export interface Person {
  login: string;
  password: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** A realm of its own for each test. */
export interface Realm {
  issuer: string;
  /** What the guide has an operator set. */
  settings: Record<string, string>;
  /** Registers Letterpress at this address. */
  allow: (letterpress: string) => Promise<void>;
  /** Adds somebody, whose address counts as verified. */
  add: (person: Person) => Promise<void>;
  /** Gives them the role that the guide's claim asks for. */
  promote: (login: string) => Promise<void>;
  /** Gives them another address, which counts as verified too. */
  move: (login: string, email: string) => Promise<void>;
}

export interface Keycloak {
  /** Access and ID tokens are good for so many seconds. */
  realm: (name: string, lifetime: number) => Promise<Realm>;
  stop: () => Promise<void>;
}

/** Where it lies once it was brought; throws with the reason where it cannot be. */
export async function bringKeycloak(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(BRING, { encoding: "utf8" });
    return stdout.trim();
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(stderr?.trim().split("\n").at(-1) || String(error));
  }
}

/** A home whose data go with it; what is in the brought one is only read. */
async function homeBeside(brought: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "letterpress-keycloak-"));
  await mkdir(join(home, "bin"));
  // Its script takes the folder that it really lies in for its home.
  await copyFile(join(brought, "bin", "kc.sh"), join(home, "bin", "kc.sh"));
  for (const part of ["lib", "conf", "providers", "themes"]) await symlink(join(brought, part), join(home, part));
  return home;
}

/** The port, once it listens. */
function listening(server: ChildProcess): Promise<number> {
  const last: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`Keycloak ${why}:\n${last.join("\n")}`));
    const late = setTimeout(() => fail(`does not listen after ${START_MS / 1000} s`), START_MS);
    for (const stream of [server.stdout, server.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on("line", (line) => {
        last.push(line);
        last.splice(0, last.length - 20);
        const port = /Listening on: http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
        if (port) resolve(Number(port));
      });
    }
    server.once("error", reject);
    server.once("close", (code) => fail(`ended with ${code}`));
    server.once("close", () => clearTimeout(late));
  });
}

export async function startKeycloak(brought: string): Promise<Keycloak> {
  const home = await homeBeside(brought);
  const options = ["--optimized", "--http-enabled=true", "--http-host=127.0.0.1", "--http-port=0"];
  const server = spawn(join(home, "bin", "kc.sh"), ["start", ...options, "--hostname-strict=false", "--cache=local"], {
    // Its script does not hand over to Java but waits for it: both are ended as a group.
    detached: true,
    env: {
      ...process.env,
      JAVA_OPTS,
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = new Promise((done) => server.once("close", done));
  const kill = () => {
    if (server.pid && server.exitCode === null) process.kill(-server.pid, "SIGKILL");
  };
  process.once("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    kill();
    await closed;
    await rm(home, { recursive: true, force: true });
  };
  try {
    const base = `http://localhost:${await listening(server)}`;
    return { realm: (name, lifetime) => makeRealm(base, name, lifetime), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the guide says in its own words. */
async function guide() {
  const page = await readFile(GUIDE, "utf8");
  const says = (pattern: RegExp): string => {
    const found = pattern.exec(page)?.[1];
    if (!found) throw new Error(`docs/guide/sign-in-providers.md no longer says ${pattern}`);
    return found;
  };
  return {
    publicUrl: says(/^public_url = "(.+)"$/m),
    redirect: says(/^\| redirect or callback URL \| `(.+)` \|$/m),
    afterSignOut: says(/^\| URL after signing out \| `(.+)` \|$/m),
    issuerPath: says(/^## Keycloak\n[^#]*?oidc_issuer = "https:\/\/HOST(.+?)"/m),
    scopes: says(/^## Keycloak\n[^#]*?oidc_scopes = "(.+?)"/m),
    adminClaim: says(/^## Keycloak\n[^#]*?oidc_admin_claim = "(.+?)"/m),
  };
}

/** What the administrator's pages of Keycloak call. */
async function administration(base: string) {
  const grant = { grant_type: "password", client_id: "admin-cli", ...ADMIN };
  const body = new URLSearchParams(grant);
  const answer = await fetch(`${base}/realms/master/protocol/openid-connect/token`, { method: "POST", body });
  const { access_token: token } = await answer.json();
  return async (method: string, path: string, json?: unknown) => {
    const response = await fetch(`${base}/admin/realms${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: json === undefined ? undefined : JSON.stringify(json),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Keycloak: ${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
}

async function makeRealm(base: string, name: string, lifetime: number): Promise<Realm> {
  const told = await guide();
  const of = `/${name}`;
  const issuer = `${base}${told.issuerPath.replace("REALM", name)}`;
  const role = told.adminClaim.split("=")[1];
  const ask = await administration(base);
  await ask("POST", "", { realm: name, enabled: true, accessTokenLifespan: lifetime });
  await ask("POST", `${of}/roles`, { name: role });
  await addRolesToIdToken(ask, of);
  return {
    issuer,
    settings: {
      LETTERPRESS_AUTH: "oidc",
      LETTERPRESS_OIDC_ISSUER: issuer,
      LETTERPRESS_OIDC_CLIENT_ID: CLIENT_ID,
      LETTERPRESS_OIDC_SCOPES: told.scopes,
      LETTERPRESS_OIDC_ADMIN_CLAIM: told.adminClaim,
    },
    // The fields that *Create client* sends, with *Standard flow* only and *Client authentication* off.
    allow: async (letterpress) => {
      const ask = await administration(base);
      await ask("POST", `${of}/clients`, {
        protocol: "openid-connect",
        clientId: CLIENT_ID,
        publicClient: true,
        authorizationServicesEnabled: false,
        serviceAccountsEnabled: false,
        implicitFlowEnabled: false,
        directAccessGrantsEnabled: false,
        standardFlowEnabled: true,
        frontchannelLogout: true,
        redirectUris: [told.redirect.replace(told.publicUrl, letterpress)],
        attributes: {
          "post.logout.redirect.uris": told.afterSignOut.replace(told.publicUrl, letterpress),
          "pkce.code.challenge.method": "S256",
        },
      });
    },
    add: async ({ login, password, ...person }) => {
      const ask = await administration(base);
      const credentials = [{ type: "password", value: password, temporary: false }];
      await ask("POST", `${of}/users`, { ...person, username: login, emailVerified: true, enabled: true, credentials });
    },
    promote: async (login) => {
      const ask = await administration(base);
      const user = await known(ask, of, login);
      await ask("POST", `${of}/users/${user.id}/role-mappings/realm`, [await ask("GET", `${of}/roles/${role}`)]);
    },
    move: async (login, email) => {
      const ask = await administration(base);
      const user = await known(ask, of, login);
      await ask("PUT", `${of}/users/${user.id}`, { ...user, email, emailVerified: true });
    },
  };
}

type Ask = Awaited<ReturnType<typeof administration>>;

async function known(ask: Ask, of: string, login: string): Promise<{ id: string }> {
  const [user] = await ask("GET", `${of}/users?exact=true&username=${login}`);
  return user;
}

/** *Client scopes → roles → Mappers → realm roles*: *Add to ID token*. */
async function addRolesToIdToken(ask: Ask, of: string) {
  const named = (list: { id: string; name: string }[], name: string) => {
    const found = list.find((one) => one.name === name);
    if (!found) throw new Error(`Keycloak has no ${name} any more`);
    return found;
  };
  const scope = named(await ask("GET", `${of}/client-scopes`), "roles");
  const mappers = `${of}/client-scopes/${scope.id}/protocol-mappers/models`;
  const mapper = named(await ask("GET", mappers), "realm roles");
  const { config } = mapper as { config?: Record<string, string> };
  await ask("PUT", `${mappers}/${mapper.id}`, { ...mapper, config: { ...config, "id.token.claim": "true" } });
}
