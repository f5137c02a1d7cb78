// What most programs want, by the client whose types are made from the document: a newsletter, its readers, a campaign, its
// report.
import { createClient, LetterpressError } from "@letterpress/client";

const PATIENCE = 120_000;

async function until<T>(what: string, look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  const began = Date.now();
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (Date.now() - began > PATIENCE) throw new Error(`never ${what}: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function isTrue(fact: boolean, seen: unknown): asserts fact {
  if (!fact) throw new Error(JSON.stringify(seen));
}

const [baseUrl = "", apiKey] = process.argv.slice(2);
const letterpress = createClient({ baseUrl, apiKey });

const newsletter = await letterpress.post("/api/newsletters", {
  body: { name: "The Slow Web", from_name: "Ada", from_prefix: "ada" },
});
const path = { newsletter_id: newsletter.id };
const subscribers = "/api/newsletters/{newsletter_id}/subscribers";
const refused = await letterpress.post(subscribers, { path, body: { email: "nobody" } }).catch((error) => error);
isTrue(refused instanceof LetterpressError && refused.fieldError("email") !== undefined, refused);

const form = new FormData();
form.set("file", new Blob(["email,first name\nrea@example.com,Rea\nbo@example.com,Bo\nbad,x\n"]), "readers.csv");
const begun = await letterpress.post(`${subscribers}/import`, { path, body: form });
const look = () => letterpress.get("/api/imports/{import_id}", { path: { import_id: begun.id } });
const done = await until("imported", look, ({ status }) => status === "done");
isTrue(done.created === 2 && done.failed === 1, done);
const readers: string[] = [];
for await (const reader of letterpress.all(subscribers, { path, query: { limit: 1 } })) readers.push(reader.email);
isTrue(readers.join() === "rea@example.com,bo@example.com", readers);

const campaign = await letterpress.post("/api/newsletters/{newsletter_id}/campaigns", {
  path,
  body: { subject: "May", html_content: '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Leave</a></p>' },
});
const one = { path: { ...path, campaign_id: campaign.id } };
const { checks } = await letterpress.get("/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/checks", one);
isTrue(
  checks.every(({ level }) => level !== "error"),
  checks,
);
await letterpress.post("/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/send", {
  ...one,
  idempotencyKey: "may",
});
const report = () => letterpress.get("/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/report", one);
const { ledger } = await until("sent", report, ({ status }) => status === "sent");
isTrue(ledger.intended === 2 && ledger.sent === 2, ledger);
process.stdout.write(`sent to ${ledger.sent}\n`);
