export interface ServerEvent {
  event: string;
  data: string;
}

/** Reads server-sent events from a fetch answer; EventSource can't carry a bearer. */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += value.replaceAll("\r\n", "\n");
      let end = rest.indexOf("\n\n");
      while (end >= 0) {
        const event = parseEvent(rest.slice(0, end));
        if (event) yield event;
        rest = rest.slice(end + 2);
        end = rest.indexOf("\n\n");
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

export function parseEvent(block: string): ServerEvent | null {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return data.length > 0 ? { event, data: data.join("\n") } : null;
}
