import { expect, test } from "vitest";
import { readEvents, type ServerEvent } from "./events";

function streamOf(chunks: string[]): Response {
  const encoder = new TextEncoder();
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
        controller.close();
      },
    }),
  );
}

test("events are read whole however the network cuts them", async () => {
  const seen: ServerEvent[] = [];
  const chunks = [
    "event: prog",
    'ress\r\ndata: {"a":',
    "1}\r\n",
    "\r\n: ping\n\nevent: done\nda",
    "ta: {}\n\nevent: cut",
  ];
  for await (const event of readEvents(streamOf(chunks))) seen.push(event);
  expect(seen).toEqual([
    { event: "progress", data: '{"a":1}' },
    { event: "done", data: "{}" },
  ]);
});
