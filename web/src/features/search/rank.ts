/** How well a text answers the words of a query: 0 when one of them is nowhere in it, up to 100. */
export function rank(text: string, query: string): number {
  const low = text.toLowerCase();
  const whole = query.trim().toLowerCase().replace(/\s+/g, " ");
  if (whole === "") return 1;
  if (low === whole) return 100;
  if (low.startsWith(whole)) return 80;
  const parts = low.split(/[^\p{L}\p{N}]+/u);
  const each = whole.split(" ").map((word) => {
    if (parts.some((part) => part.startsWith(word))) return 60;
    return low.includes(word) ? 30 : 0;
  });
  return Math.min(...each);
}
