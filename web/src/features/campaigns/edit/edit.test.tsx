import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { AbTest, Campaign } from "@/api/campaigns";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Call, campaign, fakeServer, type Handler, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { abFormOf, abTestOf, ourAbField } from "./ab-form";

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
  renderApp("/campaigns");
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Campaign" }));
  await dialog.findByLabelText("Subject Line");
  return dialog;
}

type Dialog = Awaited<ReturnType<typeof open>>;

const put = (calls: Call[]) => calls.find((call) => call.method === "PUT")?.body as Record<string, unknown> | undefined;
const save = (dialog: Dialog) => userEvent.click(dialog.getByRole("button", { name: "Save Changes" }));
const set = (dialog: Dialog, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });

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

test("a form that is only opened and saved changes neither test nor audience", async () => {
  const calls = server(campaign({ ab_test: abTest, segment: { kind: "not_opened", campaign_id: 5 } }));
  const dialog = await open();
  expect(dialog.getByLabelText<HTMLInputElement>("Subject of B").value).toBe("Another line");
  expect(dialog.getByLabelText<HTMLInputElement>("Sender name of C").value).toBe("Ada");
  await save(dialog);
  await waitFor(() => expect(put(calls)).toBeTruthy());
  expect(put(calls)).not.toHaveProperty("ab_test");
  expect(put(calls)).not.toHaveProperty("segment");
});

test("an A/B test is written, its empty sample refused, and sent whole", async () => {
  const user = userEvent.setup();
  const calls = server(campaign());
  const dialog = await open();
  await user.click(dialog.getByRole("checkbox", { name: /A\/B test/ }));
  expect(dialog.getByText(/A winner is named only when the difference is unlikely to be chance/)).toBeTruthy();
  set(dialog, "Sample in percent", "0");
  await save(dialog);
  expect(await dialog.findByText(/an empty sample tells nothing/)).toBeTruthy();
  expect(dialog.getByText("Write what B says otherwise than A.")).toBeTruthy();
  await expectAccessible(document.body);
  set(dialog, "Sample in percent", "25");
  set(dialog, "Wait in hours", "1.5");
  set(dialog, "Subject of B", "Another line");
  await user.click(dialog.getByRole("button", { name: "Add variant C" }));
  set(dialog, "Subject of C", "A third one");
  await user.click(dialog.getByRole("button", { name: "Add variant D" }));
  expect(dialog.queryByRole("button", { name: /Add variant/ })).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Remove variant D" }));
  await save(dialog);
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
  const dialog = await open();
  set(dialog, "Subject of B", "{{ nothing }}");
  await save(dialog);
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(dialog.getByLabelText("Subject of B").getAttribute("aria-invalid")).toBe("true");
  calls.length = 0;
  await userEvent.click(dialog.getByRole("checkbox", { name: /A\/B test/ }));
  await save(dialog);
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
  const dialog = await open();
  await user.selectOptions(dialog.getByLabelText("Who gets it"), "not_opened");
  await dialog.findByRole("option", { name: /The first/ });
  expect(dialog.queryByRole("option", { name: /The stopped one/ })).toBeNull();
  await save(dialog);
  expect(await dialog.findByText("Select a campaign.")).toBeTruthy();
  await user.selectOptions(dialog.getByLabelText("Of which campaign"), "5");
  await save(dialog);
  await waitFor(() => expect(put(calls)?.segment).toEqual({ kind: "not_opened", campaign_id: 5 }));
});

test("a file is attached and removed while the form is open; its revision follows, its words stay", async () => {
  const user = userEvent.setup();
  const plan = { id: 3, file_name: "plan.pdf", content_type: "application/pdf", size_bytes: 12345 };
  let now = campaign({ attachments: [plan], revision: 1 });
  const calls = server(now, {
    [`GET ${CAMPAIGN}`]: () => ({ body: now }),
    [`DELETE ${CAMPAIGN}/attachments/3`]: () => {
      now = { ...now, attachments: [], revision: 3 };
      return { status: 204 };
    },
  });
  const forms = stubUpload(201, { ...plan, id: 4, file_name: "map.png" });
  const dialog = await open();
  set(dialog, "Subject Line", "Half writ");
  now = { ...now, revision: 2, updated_at: "2026-02-02T00:00:00Z" };
  await user.upload(dialog.getByLabelText("File to attach"), new File(["x"], "map.png", { type: "image/png" }));
  expect(await dialog.findByText("map.png")).toBeTruthy();
  expect(dialog.getByText("12.3 kB", { selector: "li:first-child span" })).toBeTruthy();
  expect(forms.map((form) => form.get("file"))).toMatchObject([{ name: "map.png" }]);
  await user.click(dialog.getByRole("button", { name: "Remove plan.pdf" }));
  await waitFor(() => expect(dialog.queryByText("plan.pdf")).toBeNull());
  expect(dialog.getByLabelText<HTMLInputElement>("Subject Line").value).toBe("Half writ");
  await save(dialog);
  await waitFor(() => expect(put(calls)).toMatchObject({ subject: "Half writ", revision: 3 }));
});

test("an attachment does not hide that someone else wrote on the campaign", async () => {
  const plan = { id: 3, file_name: "plan.pdf", content_type: "application/pdf", size_bytes: 9 };
  let now = campaign();
  const calls = server(now, {
    [`GET ${CAMPAIGN}`]: () => ({ body: now }),
    [`PUT ${CAMPAIGN}`]: () => ({ status: 409, body: { detail: "It was changed elsewhere." } }),
  });
  stubUpload(201, plan);
  const dialog = await open();
  now = { ...now, subject: "By another hand", revision: 5 };
  await userEvent.upload(dialog.getByLabelText("File to attach"), new File(["x"], "plan.pdf"));
  expect(await dialog.findByText("plan.pdf")).toBeTruthy();
  await save(dialog);
  expect(await dialog.findByText(/^A newer version was saved in another tab/)).toBeTruthy();
  expect(put(calls)).toMatchObject({ revision: 1 });
});

test("what is too large is refused before it is sent; what the server refuses is told", async () => {
  const present = campaign({
    attachments: [{ id: 3, file_name: "big.bin", content_type: "x/y", size_bytes: 4 * 1024 * 1024 }],
  });
  server(present);
  const forms = stubUpload(413, { detail: "Too large." });
  const dialog = await open();
  const large = new File([new Uint8Array(2 * 1024 * 1024)], "large.bin");
  await userEvent.upload(dialog.getByLabelText("File to attach"), large);
  expect(await dialog.findByText("large.bin has 2.0 MiB; 1.0 MiB of 5 MiB are left.")).toBeTruthy();
  expect(forms).toHaveLength(0);
  await userEvent.upload(dialog.getByLabelText("File to attach"), new File(["x"], "small.bin"));
  expect(await dialog.findByText("small.bin: Too large.")).toBeTruthy();
});
