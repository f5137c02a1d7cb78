import { notify, warnAndRetry } from "@/lib/notify";
import { say } from "../words";

/** Says when a change is made; when the server does not make it, says why and offers to try once more. */
export async function telling(change: () => Promise<void>, done?: string): Promise<void> {
  try {
    await change();
    if (done) notify(done);
  } catch (error) {
    const why = error instanceof Error ? error.message : say.theServerCouldNotBe;
    warnAndRetry(why, () => void telling(change, done));
  }
}
