import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { AbTest, Campaign } from "@/api/campaigns";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Call, campaign, fakeServer, type Handler, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { abFormOf, abTestOf, ourAbField } from "../edit/ab-form";

afterEach(() => signOut());

const CAMPAIGN = "/api/newsletters/1/campaigns/9";

const same = { subject: null, from_name: null, preheader: null, html_content: null, text_content: null };

const abTest: AbTest = {
  sample_percent: 30,
  wait_minutes: 90,
  metric: "clicks",
  variants: [
    { name: "A", ...same },
    { name: "B", ...same, subject: "Another line" },
    { name: "C", ...same, from_name: "Ada" },
  ],
};

function server(present: Campaign, routes: Record<string, Handler> = {}, others: Campaign[] = []): Call[] {
  return fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/campaigns": ({ query }) => ({
      body: query.has("newsletter_id") ? [present, ...others] : [present],
      headers: { "X-Total-Count": "1" },
    }),
    [`GET ${CAMPAIGN}`]: () => ({ body: present }),
    [`PUT ${CAMPAIGN}`]: () => ({ body: present }),
    ...routes,
  });
}

async function open() {
  renderApp("/campaigns/1/9/edit");
  await screen.findByLabelText("Subject Line", {}, { timeout: 120_000 });
  return within(screen.getByRole("main"));
}

type Page = Awaited<ReturnType<typeof open>>;

const put = (calls: Call[]) => calls.find((call) => call.method === "PUT")?.body as Record<string, unknown> | undefined;
const save = () => fireEvent.keyDown(window, { key: "s", ctrlKey: true });
const set = (page: Page, label: string, value: string) =>
  fireEvent.change(page.getByLabelText(label), { target: { value } });

/** Takes uploads and keeps their forms. */
function stubUpload(status: number, answer: unknown): FormData[] {
  const forms: FormData[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = {};
      status = status;
      statusText = "";
      responseText = JSON.stringify(answer);
      onload = () => undefined;
      open() {}
      setRequestHeader() {}
      abort() {}
      send(form: FormData) {
        forms.push(form);
        queueMicrotask(() => this.onload());
      }
    },
  );
  return forms;
}

test("what is only looked at is not saved; a save changes neither test nor audience", async () => {
  const calls = server(campaign({ ab_test: abTest, segment: { kind: "not_opened", campaign_id: 5 } }));
  const page = await open();
  expect(page.getByLabelText<HTMLInputElement>("Subject of B").value).toBe("Another line");
  expect(page.getByLabelText<HTMLInputElement>("Sender name of C").value).toBe("Ada");
  save();
  set(page, "Preview text", "Seen");
  save();
  await waitFor(() => expect(put(calls)).toEqual({ preheader: "Seen", revision: 1 }));
});

test("an A/B test is written, its empty sample refused, and sent whole", async () => {
  const user = userEvent.setup();
  const calls = server(campaign());
  const page = await open();
  await user.click(page.getByRole("checkbox", { name: /A\/B test/ }));
  expect(page.getByText(/A winner is named only when the difference is unlikely to be chance/)).toBeTruthy();
  set(page, "Sample in percent", "0");
  save();
  expect(await page.findByText(/An empty sample tells nothing/)).toBeTruthy();
  expect(page.getByText("Write what B says differently from A.")).toBeTruthy();
  await expectAccessible(document.body);
  set(page, "Sample in percent", "25");
  set(page, "Wait in hours", "1.5");
  set(page, "Subject of B", "Another line");
  await user.click(page.getByRole("button", { name: "Add variant C" }));
  set(page, "Subject of C", "A third one");
  await user.click(page.getByRole("button", { name: "Add variant D" }));
  expect(page.queryByRole("button", { name: /Add variant/ })).toBeNull();
  await user.click(page.getByRole("button", { name: "Remove variant D" }));
  save();
  await waitFor(() => expect(put(calls)).toBeTruthy());
  expect(put(calls)?.ab_test).toEqual({
    sample_percent: 25,
    wait_minutes: 90,
    metric: "opens",
    variants: [
      { name: "A", ...same },
      { name: "B", ...same, subject: "Another line" },
      { name: "C", ...same, subject: "A third one" },
    ],
  });
});

test("a test is given up; what the server finds in a variant is told there", async () => {
  const message = "Line 1, column 3: there is no such tag.";
  const calls = server(campaign({ ab_test: abTest }), {
    [`PUT ${CAMPAIGN}`]: () => ({
      status: 422,
      body: { detail: "Bad.", errors: [{ field: "ab_test.variants[1].subject", message }] },
    }),
  });
  const page = await open();
  set(page, "Subject of B", "{{ nothing }}");
  save();
  expect(await page.findByText(message)).toBeTruthy();
  expect(page.getByLabelText("Subject of B").getAttribute("aria-invalid")).toBe("true");
  calls.length = 0;
  await userEvent.click(page.getByRole("checkbox", { name: /A\/B test/ }));
  save();
  await waitFor(() => expect(put(calls)?.ab_test).toBeNull());
});

test("the form of a test keeps every field of the one it was made from", () => {
  expect(abTestOf(abFormOf(abTest), abTest)).toEqual(abTest);
  expect(ourAbField("ab_test.variants[2].html_content")).toBe("ab.variants.1.html_content");
  expect(ourAbField("ab_test.wait_minutes")).toBe("ab.wait_hours");
  expect(ourAbField("subject")).toBe("subject");
});

test("a campaign goes to those who did not open an earlier one", async () => {
  const user = userEvent.setup();
  const earlier = campaign({ id: 5, subject: "The first", status: "sent", sent_at: "2026-01-03T00:00:00Z" });
  const stopped = campaign({ id: 6, subject: "The stopped one", status: "cancelled" });
  const calls = server(campaign(), {}, [earlier, stopped]);
  const page = await open();
  await user.selectOptions(page.getByLabelText("Who gets it"), "not_opened");
  await page.findByRole("option", { name: /The first/ });
  expect(page.queryByRole("option", { name: /The stopped one/ })).toBeNull();
  save();
  expect(await page.findByText("Select a campaign.")).toBeTruthy();
  await user.selectOptions(page.getByLabelText("Which campaign"), "5");
  save();
  await waitFor(() => expect(put(calls)?.segment).toEqual({ kind: "not_opened", campaign_id: 5 }));
});

test("its panel says how many get it, as it was saved last", async () => {
  const user = userEvent.setup();
  const earlier = campaign({ id: 5, subject: "The first", status: "sent", sent_at: "2026-01-03T00:00:00Z" });
  let now = campaign();
  const count = { recipients: 2400, intended: 2400 };
  const calls = server(
    now,
    {
      [`GET ${CAMPAIGN}`]: () => ({ body: now }),
      [`GET ${CAMPAIGN}/dry-run`]: () => ({ body: now.segment ? { recipients: 38, intended: 40 } : count }),
      [`PUT ${CAMPAIGN}`]: ({ body }) => {
        now = { ...now, ...(body as Partial<Campaign>), revision: now.revision + 1 };
        return { body: now };
      },
    },
    [earlier],
  );
  const page = await open();
  const select = page.getByLabelText("Who gets it");
  const said = () => document.getElementById(select.getAttribute("aria-describedby") ?? "")?.textContent;
  await waitFor(() => expect(said()).toBe("2,400 subscribers."));
  await user.selectOptions(select, "not_opened");
  // Before it is known which campaign, nobody is counted.
  expect(said()).toBe("");
  await page.findByRole("option", { name: /The first/ });
  await user.selectOptions(page.getByLabelText("Which campaign"), "5");
  expect(said()).toBe("Counting subscribers...");
  save();
  await waitFor(() => expect(said()).toBe("38 of 40 subscribers: we can't email the others."));
  await expectAccessible(document.body);
  expect(calls.filter(({ path }) => path.endsWith("/dry-run"))).toHaveLength(2);
});

test("a file is attached and removed while one writes; its revision follows, the words stay", async () => {
  const user = userEvent.setup();
  const plan = { id: 3, file_name: "plan.pdf", content_type: "application/pdf", size_bytes: 12345 };
  let now = campaign({ attachments: [plan], revision: 1 });
  const calls = server(now, {
    [`GET ${CAMPAIGN}`]: () => ({ body: now }),
    [`PUT ${CAMPAIGN}`]: ({ body }) => {
      const { revision, ...written } = body as { revision: number };
      now = { ...now, ...written, revision: revision + 1 };
      return { body: now };
    },
    [`DELETE ${CAMPAIGN}/attachments/3`]: () => {
      now = { ...now, attachments: [], revision: now.revision + 1 };
      return { status: 204 };
    },
  });
  const forms = stubUpload(201, { ...plan, id: 4, file_name: "map.png" });
  const page = await open();
  set(page, "Subject Line", "Half writ");
  await user.upload(page.getByLabelText("File to attach"), new File(["x"], "map.png", { type: "image/png" }));
  expect(await page.findByText("map.png")).toBeTruthy();
  expect(page.getByText("12.3 kB", { selector: "li:first-child span" })).toBeTruthy();
  expect(forms.map((form) => form.get("file"))).toMatchObject([{ name: "map.png" }]);
  await user.click(page.getByRole("button", { name: "Remove plan.pdf" }));
  await waitFor(() => expect(page.queryByText("plan.pdf")).toBeNull());
  expect(page.getByLabelText<HTMLInputElement>("Subject Line").value).toBe("Half writ");
  save();
  await waitFor(() => expect(put(calls)).toMatchObject({ subject: "Half writ" }));
});

test("an attachment does not hide that someone else wrote on the campaign", async () => {
  const plan = { id: 3, file_name: "plan.pdf", content_type: "application/pdf", size_bytes: 9 };
  let now = campaign();
  const calls = server(now, { [`GET ${CAMPAIGN}`]: () => ({ body: now }) });
  stubUpload(201, plan);
  const page = await open();
  set(page, "Subject Line", "Mine");
  now = { ...now, subject: "By another hand", revision: 5 };
  await userEvent.upload(page.getByLabelText("File to attach"), new File(["x"], "plan.pdf"));
  expect(await page.findByText("plan.pdf")).toBeTruthy();
  expect(await page.findByText(/^A newer version was saved in another tab/)).toBeTruthy();
  expect(page.getByLabelText<HTMLInputElement>("Subject Line").value).toBe("Mine");
  expect(put(calls)).toBeUndefined();
});

test("what is too large is refused before it is sent; what the server refuses is told", async () => {
  const present = campaign({
    attachments: [{ id: 3, file_name: "big.bin", content_type: "x/y", size_bytes: 4 * 1024 * 1024 }],
  });
  server(present);
  const forms = stubUpload(413, { detail: "Too large." });
  const page = await open();
  const large = new File([new Uint8Array(2 * 1024 * 1024)], "large.bin");
  await userEvent.upload(page.getByLabelText("File to attach"), large);
  expect(await page.findByText("large.bin is 2.0 MB, and only 1.0 MB of 5 MB are left.")).toBeTruthy();
  expect(forms).toHaveLength(0);
  await userEvent.upload(page.getByLabelText("File to attach"), new File(["x"], "small.bin"));
  expect(await page.findByText("small.bin: Too large.")).toBeTruthy();
});

test("what the variants say is written beside the subject, not in the panel", async () => {
  server(campaign({ ab_test: abTest, blocks: [] as never }));
  const page = await open();
  const variants = within(page.getByRole("region", { name: "Variants" }));
  expect(variants.getByLabelText("Subject of B")).toBeTruthy();
  expect(page.getByRole("complementary", { name: "Details" }).contains(page.getByLabelText("Subject of B"))).toBe(
    false,
  );
});

test("a file that another window attached appears, while one writes", async () => {
  const plan = { id: 3, file_name: "plan.pdf", content_type: "application/pdf", size_bytes: 9 };
  let now = campaign();
  server(now, { [`GET ${CAMPAIGN}`]: () => ({ body: now }) });
  const page = await open();
  set(page, "Subject Line", "Mine");
  now = { ...now, attachments: [plan], revision: 2 };
  const other = new BroadcastChannel("letterpress-campaign-saved");
  other.postMessage({ key: "1.9", from: "elsewhere" });
  expect(await page.findByText("plan.pdf")).toBeTruthy();
  expect(page.getByLabelText<HTMLInputElement>("Subject Line").value).toBe("Mine");
  expect(page.queryByText(/^A newer version/)).toBeNull();
  other.close();
});

test("a file that is attached here is told to other windows", async () => {
  const told = vi.fn();
  const other = new BroadcastChannel("letterpress-campaign-saved");
  other.onmessage = ({ data }) => told(data.key);
  server(campaign());
  stubUpload(201, { id: 3, file_name: "plan.pdf", content_type: "application/pdf", size_bytes: 9 });
  const page = await open();
  await userEvent.upload(page.getByLabelText("File to attach"), new File(["x"], "plan.pdf"));
  await waitFor(() => expect(told).toHaveBeenCalledWith("1.9"));
  other.close();
});
