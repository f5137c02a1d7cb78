/** Hosts whose pictures an author has let in, remembered in this browser: they learn from it who looks at a mail. */
export interface Consent {
  getSnapshot(): ReadonlySet<string>;
  subscribe(listener: () => void): () => void;
  allow(hosts: string[]): void;
}

/** Hosts that are remembered; the oldest are asked for again. */
const MOST = 200;

function parse(text: string | null): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return new Set(Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);
  } catch {
    return new Set();
  }
}

export function createConsent(storageKey: string): Consent {
  const key = `${storageKey}-picture-hosts`;
  const listeners = new Set<() => void>();
  const stored = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  let allowed = parse(stored());
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    allowed = parse(stored());
    for (const listener of listeners) listener();
  };
  return {
    getSnapshot: () => allowed,
    subscribe(listener) {
      if (listeners.size === 0) addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener("storage", onStorage);
      };
    },
    allow(hosts) {
      const all = [...new Set([...allowed, ...hosts])].slice(-MOST);
      allowed = new Set(all);
      try {
        localStorage.setItem(key, JSON.stringify(all));
      } catch {
        // Not remembered, then: they are let in for as long as the page is open.
      }
      for (const listener of listeners) listener();
    },
  };
}
