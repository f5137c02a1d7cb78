import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Import } from "@/api/imports";
import { signOut } from "@/api/session";
import { fakeServer, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const job = (over: Partial<Import> = {}): Import => ({
  id: 5,
  newsletter_id: 1,
  newsletter_name: "The Slow Web",
  file_name: "readers.csv",
  mode: "update",
  mapping: {},
  status_map: {},
  status: "running",
  reason: null,
  bytes_total: 100,
  bytes_read: 40,
  rows_read: 4,
  created: 3,
  updated: 0,
  unchanged: 0,
  protected: 0,
  departed: 0,
  failed: 1,
  duplicates: 0,
  errors: [],
  created_at: new Date().toISOString(),
  finished_at: null,
  ...over,
});

/** Takes the upload and keeps its form. */
function stubUpload(...answers: { status: number; body: unknown }[]): FormData[] {
  const forms: FormData[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = {};
      status = answers[forms.length]?.status ?? 202;
      statusText = "";
      responseText = JSON.stringify(answers[forms.length]?.body ?? job());
      onload = () => undefined;
      open() {}
      setRequestHeader() {}
      abort() {}
      send(form: FormData) {
        forms.push(form);
        setTimeout(() => this.onload(), 0);
      }
    },
  );
  return forms;
}

test("a file's columns are recognised, can be changed, and the outcome is told with every wrong row", async () => {
  const user = userEvent.setup();
  fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/subscribers": () => ({ body: [] }),
    "GET /api/imports": () => ({ body: [] }),
    "GET /api/imports/5": () => ({
      body: job({
        status: "done",
        protected: 2,
        errors: [{ line: 7, field: "email", value: "nobody", message: "This is not an email address." }],
      }),
    }),
  });
  const forms = stubUpload();
  renderApp("/subscribers");
  const open = await screen.findByRole("button", { name: "Import CSV" });
  await waitFor(() => expect((open as HTMLButtonElement).disabled).toBe(false));
  await user.click(open);
  const file = new File(["E-mail;First name;Town\nada@example.com;Ada;London\n"], "readers.csv", { type: "text/csv" });
  await user.upload(await screen.findByLabelText("CSV file"), file);
  const town = await screen.findByLabelText("Meaning of column Town");
  expect((town as HTMLSelectElement).value).toBe("attributes.town");
  expect(screen.getAllByText("ada@example.com").length).toBeGreaterThan(0);
  await user.selectOptions(town, "");
  await user.click(screen.getByRole("button", { name: "Start import" }));

  const dialog = within(await screen.findByRole("dialog", { name: "Import finished" }));
  expect(JSON.parse(String(forms[0]?.get("mapping")))).toEqual({
    "E-mail": "email",
    "First name": "first_name",
    Town: null,
  });
  expect(forms[0]?.get("mode")).toBe("update");
  expect(dialog.getByText("This is not an email address.")).toBeTruthy();
  expect(dialog.getByText(/so we left them alone/)).toBeTruthy();
});

test("without a column of addresses nothing can be started", async () => {
  const user = userEvent.setup();
  fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/subscribers": () => ({ body: [] }),
    "GET /api/imports": () => ({ body: [] }),
  });
  renderApp("/subscribers");
  const open = await screen.findByRole("button", { name: "Import CSV" });
  await waitFor(() => expect((open as HTMLButtonElement).disabled).toBe(false));
  await user.click(open);
  await user.upload(await screen.findByLabelText("CSV file"), new File(["Who;Town\nAda;London\n"], "x.csv"));
  expect(await screen.findByText("Choose the column that holds the email addresses.")).toBeTruthy();
  expect((screen.getByRole("button", { name: "Start import" }) as HTMLButtonElement).disabled).toBe(true);
});

test("words that nobody knows are asked about before anybody is imported", async () => {
  const user = userEvent.setup();
  fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/subscribers": () => ({ body: [] }),
    "GET /api/imports": () => ({ body: [] }),
    "GET /api/imports/5": () => ({ body: job({ status: "done", departed: 1 }) }),
  });
  const message = "2 rows say “trialing” in the column “Status”: say whether these subscribers get email.";
  const forms = stubUpload({ status: 422, body: { errors: [{ field: "status_map.trialing", message }] } });
  renderApp("/subscribers");
  const open = await screen.findByRole("button", { name: "Import CSV" });
  await waitFor(() => expect((open as HTMLButtonElement).disabled).toBe(false));
  await user.click(open);
  const file = new File(["Email,Status\nada@example.com,trialing\n"], "readers.csv", { type: "text/csv" });
  await user.upload(await screen.findByLabelText("CSV file"), file);
  const start = await screen.findByRole("button", { name: "Start import" });
  await user.click(start);
  const word = await screen.findByLabelText("“trialing”");
  expect(screen.getByText(message)).toBeTruthy();
  expect((screen.getByRole("button", { name: "Start import" }) as HTMLButtonElement).disabled).toBe(true);
  await user.selectOptions(word, "Unsubscribed");
  await user.click(screen.getByRole("button", { name: "Start import" }));

  const dialog = within(await screen.findByRole("dialog", { name: "Import finished" }));
  expect(forms.map((form) => form.get("status_map"))).toEqual([null, JSON.stringify({ trialing: "unsubscribed" })]);
  expect(dialog.getByText(/Your file says that 1 subscriber left/)).toBeTruthy();
});

test("a file without a header is said to have none, and what older spreadsheets write is read", async () => {
  const user = userEvent.setup();
  fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/subscribers": () => ({ body: [] }),
    "GET /api/imports": () => ({ body: [] }),
  });
  renderApp("/subscribers");
  const open = await screen.findByRole("button", { name: "Import CSV" });
  await waitFor(() => expect((open as HTMLButtonElement).disabled).toBe(false));
  await user.click(open);
  const bytes = new Uint8Array([..."ada@example.com,Zo"].map((c) => c.charCodeAt(0)).concat(0xeb, 0x0a));
  await user.upload(await screen.findByLabelText("CSV file"), new File([bytes], "x.csv"));
  expect(await screen.findByText(/This file has no column names/)).toBeTruthy();
  expect((await screen.findByLabelText<HTMLSelectElement>("Meaning of column 1")).value).toBe("email");
  expect(screen.getAllByText("Zoë").length).toBeGreaterThan(0);
  expect((screen.getByRole("button", { name: "Start import" }) as HTMLButtonElement).disabled).toBe(false);
});
