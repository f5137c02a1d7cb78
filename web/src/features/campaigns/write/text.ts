const entities: Record<string, string> = { nbsp: "\u00a0", amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** What is read of some HTML, its paragraphs as lines. Not for showing: it knows neither styles nor scripts. */
export const withoutMarkup = (html: string): string =>
  html
    .replace(/<(?:br|hr)\b[^>]*>|<\/(?:p|li|h[1-6]|blockquote|pre|div|tr)>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(nbsp|amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
