/** Runs one task at a time across all tabs of this origin. */
export async function exclusively<T>(name: string, task: () => Promise<T>): Promise<T> {
  // Without https (other than on localhost) browsers hide navigator.locks.
  if (typeof navigator !== "undefined" && navigator.locks) return await navigator.locks.request(name, task);
  return await withLease(name, task);
}

const LEASE_MS = 10_000;
const POLL_MS = 60;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A lease in local storage: weaker than a lock, but two tabs rarely pass it at the same instant. */
async function withLease<T>(name: string, task: () => Promise<T>): Promise<T> {
  const key = `${name}-lease`;
  const mine = `${Date.now()}-${Math.random()}`;
  const giveUp = Date.now() + LEASE_MS;
  try {
    while (Date.now() < giveUp) {
      const taken = Number((localStorage.getItem(key) ?? "").split("-")[0]);
      if (!taken || Date.now() - taken > LEASE_MS) {
        localStorage.setItem(key, mine);
        await pause(POLL_MS / 2);
        if (localStorage.getItem(key) === mine) break;
      }
      await pause(POLL_MS);
    }
  } catch {
    return await task();
  }
  try {
    return await task();
  } finally {
    if (localStorage.getItem(key) === mine) localStorage.removeItem(key);
  }
}
