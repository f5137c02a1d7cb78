// A name server for the zones that the product writes: Debian's knotd where it is installed, else a small one here.
import { type ChildProcess, spawn } from "node:child_process";
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const KNOT = ["/usr/sbin/knotd", "/usr/bin/knotd"].find((path) => existsSync(path));
const HEAD = (zone: string, serial: number) =>
  `${zone}. 1 IN SOA ns.${zone}. dns.${zone}. ${serial} 60 60 60 1\n${zone}. 1 IN NS ns.${zone}.\nns.${zone}. 1 IN A 127.0.0.1\n`;

export interface NameServer {
  /** `127.0.0.1:port` */
  address: string;
  /** Replaces the zone by these master-file lines. */
  publish(lines: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startNameServer(zone: string): Promise<NameServer> {
  return KNOT ? await startKnot(KNOT, zone) : await startOwn();
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Each zone is served by a process of its own: a restart is as good as a reload and needs no control socket. */
async function startKnot(program: string, zone: string): Promise<NameServer> {
  const folder = await mkdtemp(join(tmpdir(), "letterpress-knot-"));
  const port = await freePort();
  const file = join(folder, "zone");
  const configuration = `server:
  rundir: "${folder}"
  listen: 127.0.0.1@${port}
  udp-workers: 1
  tcp-workers: 1
  background-workers: 1
database:
  storage: "${folder}"
zone:
  - domain: ${zone}
    storage: "${folder}"
    file: zone
    journal-content: none
    zonefile-load: whole
    semantic-checks: soft
`;
  await writeFile(join(folder, "knot.conf"), configuration);
  let process: ChildProcess | null = null;
  let serial = 0;
  const stop = async () => {
    const running = process;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await ended;
  };
  const publish = async (lines: string) => {
    await stop();
    serial += 1;
    await writeFile(file, HEAD(zone, serial) + lines);
    process = spawn(program, ["-c", join(folder, "knot.conf")], { stdio: "ignore" });
    await answers(port, zone);
  };
  await publish("");
  return {
    address: `127.0.0.1:${port}`,
    publish,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until the server answers for the zone. */
async function answers(port: number, zone: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    const socket = createSocket("udp4");
    const answered = new Promise<boolean>((resolve) => {
      socket.once("message", (message) => resolve((message.readUInt16BE(2) & 15) === 0));
      socket.once("error", () => resolve(false));
      setTimeout(resolve, 50, false);
    });
    socket.send(question(zone), port, "127.0.0.1");
    const done = await answered;
    socket.close();
    if (done) return;
  }
  throw new Error("the name server does not answer");
}

const SOA = 6;

function question(name: string): Buffer {
  const head = Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([head, encodeName(name), Buffer.from([0, SOA, 0, 1])]);
}

function encodeName(name: string): Buffer {
  const labels = name.split(".").filter((label) => label !== "");
  const parts = labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...parts, Buffer.from([0])]);
}

const TYPES: Record<number, string> = { 5: "CNAME", 15: "MX", 16: "TXT" };

/** The lines of a master file that have a type the product uses. */
function parse(lines: string): { name: string; type: string; data: Buffer }[] {
  return lines
    .split("\n")
    .map((line) => /^(\S+)\.\s+(?:\d+\s+)?(?:IN\s+)?(TXT|CNAME|MX)\s+(.*?)\s*(?:;[^"]*)?$/.exec(line))
    .filter((found) => found !== null)
    .map(([, name = "", type = "", value = ""]) => ({ name: name.toLowerCase(), type, data: encodeData(type, value) }));
}

function encodeData(type: string, value: string): Buffer {
  if (type === "CNAME") return encodeName(value);
  if (type === "MX") {
    const [preference = "0", host = ""] = value.split(/\s+/);
    return Buffer.concat([Buffer.from([0, Number(preference)]), encodeName(host)]);
  }
  const strings = [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text.replaceAll(/\\(.)/g, "$1"));
  return Buffer.concat(strings.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])));
}

async function startOwn(): Promise<NameServer> {
  let records = parse("");
  const socket: Socket = createSocket("udp4");
  socket.on("message", (message: Buffer, from: RemoteInfo) => {
    let end = 12;
    const labels: string[] = [];
    for (let length = message[end] ?? 0; length > 0; length = message[end] ?? 0) {
      labels.push(message.toString("latin1", end + 1, end + 1 + length));
      end += 1 + length;
    }
    const type = TYPES[message.readUInt16BE(end + 1)] ?? "";
    const name = labels.join(".").toLowerCase();
    const found = records.filter((record) => record.name === name && record.type === type);
    const known = records.some((record) => record.name === name);
    const head = Buffer.from(message.subarray(0, 12));
    head.writeUInt16BE(0x8580 | (known ? 0 : 3), 2);
    head.writeUInt16BE(found.length, 6);
    head.writeUInt16BE(found.length === 0 ? 1 : 0, 8);
    head.writeUInt16BE(0, 10);
    const asked = message.subarray(12, end + 5);
    const rows = found.map(({ data }) => row(message.subarray(end + 1, end + 3), data));
    if (found.length === 0) {
      const soa = Buffer.concat([encodeName("ns.test"), encodeName("dns.test"), Buffer.alloc(20, 1)]);
      rows.push(row(Buffer.from([0, SOA]), soa));
    }
    socket.send(Buffer.concat([head, asked, ...rows]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    publish: async (lines) => {
      records = parse(lines);
    },
    stop: async () => {
      socket.close();
    },
  };
}

/** An answer about the name that was asked for. */
function row(type: Buffer, data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length);
  return Buffer.concat([Buffer.from([0xc0, 12]), type, Buffer.from([0, 1, 0, 0, 0, 1]), length, data]);
}
