/** A timestamp and a random string. */
export function newBlockId(now = Date.now(), random = Math.random()): string {
  return `block_${now.toString(36)}_${random.toString(36).slice(2, 11).padEnd(9, "0")}`;
}
