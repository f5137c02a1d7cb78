import { renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { signOut } from "@/api/session";
import { fakeServer, template } from "@/testing/fake-server";
import { useHost } from "./host";

const media = {
  id: 5,
  name: "press.png",
  content_type: "image/png",
  width: 1200,
  height: 600,
  bytes: 100,
  url: "https://example.com/media/a.png",
  variants: [],
  animated: false,
  created_at: "2026-01-01T00:00:00.000Z",
};

beforeEach(() => signOut());

const start = () => renderHook(() => useHost(1)).result;

/** Responses each upload so, after it was half sent. */
function uploads(status: number, body: unknown): { form: FormData | null } {
  const seen: { form: FormData | null } = { form: null };
  class Upload {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    status = status;
    statusText = "";
    responseText = JSON.stringify(body);
    open() {}
    setRequestHeader() {}
    send(form: FormData) {
      seen.form = form;
      this.upload.onprogress?.({ loaded: 50, total: 100 });
      if (status === 0) this.onerror?.();
      else this.onload?.();
    }
  }
  vi.stubGlobal("XMLHttpRequest", Upload);
  return seen;
}

const file = new File(["x"], "press.png", { type: "image/png" });

test("an upload tells how far it is, and gives the picture", async () => {
  fakeServer({});
  const seen = uploads(201, media);
  const progress = vi.fn();
  const item = await start().current.media.upload(file, progress);
  expect(item).toMatchObject({ id: "5", url: media.url, createdAt: media.created_at });
  expect(progress).toHaveBeenCalledWith(0.5);
  expect(seen.form?.get("file")).toMatchObject({ name: "press.png" });
});

test.each([
  [413, "The image is larger than 10 MiB."],
  [422, "This is not an image: it is text."],
  [422, "SVG images are not shown by mail programs."],
])("a picture that is refused (%i) says why", async (status, detail) => {
  fakeServer({});
  uploads(status, { detail });
  await expect(start().current.media.upload(file, () => undefined)).rejects.toThrow(detail);
});

test("an upload without a connection says so", async () => {
  fakeServer({});
  uploads(0, null);
  await expect(start().current.media.upload(file, () => undefined)).rejects.toThrow(/Can't reach the server/);
});

test("the library is read page by page, and what is removed is removed there", async () => {
  const calls = fakeServer({
    "GET /api/media": () => ({ body: [media], headers: { Link: '</api/media?cursor=two>; rel="next"' } }),
    "DELETE /api/media/5": () => ({ status: 204 }),
  });
  const host = start();
  expect(await host.current.media.list("press")).toMatchObject({ items: [{ id: "5" }], next: "two" });
  await host.current.media.remove("5");
  expect(calls.find(({ path }) => path === "/api/media")?.query.get("q")).toBe("press");
  expect(calls.some(({ method }) => method === "DELETE")).toBe(true);
});

test("the gallery offers the author's own templates", async () => {
  fakeServer({ "GET /api/templates": () => ({ body: { templates: [template()] } }) });
  const [entry] = (await start().current.gallery?.()) ?? [];
  expect(entry).toMatchObject({ id: "7", name: "Monthly letter", document: { name: "Monthly letter" } });
  expect(entry?.document.blocks).toEqual(template().blocks);
});

test("what readers are known by becomes merge tags", async () => {
  const reader = (attributes: object) => ({ attributes });
  fakeServer({
    "GET /api/subscribers": () => ({ body: [reader({ city: "Rome" }), reader({ age: 7, city: "Oslo" }), reader({})] }),
  });
  const host = start();
  await waitFor(() => expect(host.current.attributes).toEqual(["age", "city"]));
});
