// A mail server that somebody else runs: it takes what comes, refuses it, or is not to be spoken to, as a test says.

import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** What a server says to a recipient; `null` where it takes the mail. */
export type Manners = (recipient: string) => string | null;

export interface Taken {
  from: string;
  to: string;
  raw: string;
}

export interface MailServer {
  url: string;
  taken: Taken[];
  /** Says so to every recipient from now on. */
  answer: (manners: Manners) => void;
  /** Greets with this from now on; a greeting of its own where none is given. */
  greet: (line?: string) => void;
  stop: () => Promise<void>;
}

const pathOf = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? "";

export async function startMailServer(): Promise<MailServer> {
  const taken: Taken[] = [];
  const sockets = new Set<Socket>();
  const WELCOME = "220 mx.example.test ESMTP";
  let greeting = WELCOME;
  let manners: Manners = () => null;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    const say = (line: string) => socket.write(`${line}\r\n`);
    say(greeting);
    if (greeting !== WELCOME) {
      socket.end();
      return;
    }
    let mail: Taken | null = null;
    let body: string[] | null = null;
    let from = "";
    createInterface({ input: socket }).on("line", (line) => {
      if (body) {
        if (line === ".") {
          if (mail) taken.push({ ...mail, raw: body.join("\n") });
          [mail, body] = [null, null];
          say("250 2.0.0 taken");
        } else body.push(line.startsWith(".") ? line.slice(1) : line);
        return;
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "EHLO" || verb === "HELO") say("250 mx.example.test");
      else if (verb === "MAIL") {
        from = pathOf(line);
        say("250 2.1.0 go on");
      } else if (verb === "RCPT") {
        const to = pathOf(line);
        const refusal = manners(to);
        if (refusal === null) mail = { from, to, raw: "" };
        say(refusal ?? "250 2.1.5 go on");
      } else if (verb === "DATA") {
        if (mail) body = [];
        say(mail ? "354 go on" : "503 5.5.1 to whom?");
      } else if (verb === "RSET") {
        mail = null;
        say("250 2.0.0 forgotten");
      } else if (verb === "QUIT") {
        say("221 2.0.0 bye");
        socket.end();
      } else say("250 2.0.0 well");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?tls=none`,
    taken,
    answer: (next) => {
      manners = next;
    },
    greet: (line = WELCOME) => {
      greeting = line;
      // Who is inside is shown out.
      if (line !== WELCOME) for (const socket of sockets) socket.destroy();
    },
    stop: async () => {
      const ended = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await ended;
    },
  };
}

/** Hands a message to whoever listens there, as another mail server does. */
export async function deliver(port: number, to: string, message: string): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async (expected: string) => {
    for (;;) {
      const { value: line = "the connection ended" } = await lines.next();
      if (!String(line).startsWith(expected)) throw new Error(`expected ${expected}: ${line}`);
      if (line[3] !== "-") return;
    }
  };
  const ask = async (line: string, expected: string) => {
    socket.write(`${line}\r\n`);
    await answer(expected);
  };
  await answer("220");
  await ask("EHLO mx.example.test", "250");
  await ask("MAIL FROM:<>", "250");
  await ask(`RCPT TO:<${to}>`, "250");
  await ask("DATA", "354");
  await ask(`${message.replaceAll(/\r?\n/g, "\r\n")}\r\n.`, "250");
  await ask("QUIT", "221");
  socket.destroy();
}
