// A server that webhooks are sent to: it keeps what comes and answers as a test says.
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export interface Got {
  path: string;
  headers: IncomingHttpHeaders;
  /** As it came: the signature is over these bytes. */
  body: string;
}

export interface Event {
  type: string;
  timestamp: string;
  sequence: number;
  data: Record<string, unknown>;
}

export interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

export interface Receiver {
  url: string;
  got: Got[];
  /** What each of the next requests is answered with, and from the last on every one. */
  answer: (...answers: [Answer, ...Answer[]]) => void;
  stop: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const got: Got[] = [];
  let [next, ...others]: [Answer, ...Answer[]] = [{ status: 204 }];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      got.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(next.status, next.headers).end(next.body);
      next = others.shift() ?? next;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    answer: (...answers) => {
      [next, ...others] = answers;
    },
    stop: async () => {
      const ended = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await ended;
    },
  };
}

const HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

/** The event, if the library of Standard Webhooks finds it signed with the secret; an error otherwise. */
export function verified({ headers, body }: Got, secret: string): Event {
  const signed = Object.fromEntries(HEADERS.map((name) => [name, String(headers[name] ?? "")]));
  return new Webhook(secret).verify(body, signed) as Event;
}
