import { guidePath, sectionOf } from "@/lib/paths";
import type { PictureFile } from "@/ui/markdown/inline";
import type { Outline } from "./outline";
import { say } from "./words";

const outlines = import.meta.glob<Outline>("../../../docs/guide/*.md", {
  query: "?outline",
  import: "default",
  eager: true,
});
const sources = import.meta.glob<string>("../../../docs/guide/*.md", { query: "?raw", import: "default" });
const errorTitles = import.meta.glob<string>("../../../docs/guide/errors/*.md", {
  query: "?outline",
  import: "title",
  eager: true,
});
const images = import.meta.glob<PictureFile>("../../../docs/guide/images/*.png", {
  query: "?picture",
  import: "default",
  eager: true,
});

export interface GuidePage extends Outline {
  /** Its path in docs/guide without the ending. */
  slug: string;
  group: string;
  /** The page's Markdown. */
  load: () => Promise<string>;
}

/** The order in which people need them. A page that is not named here comes last. */
const order: [string, string[]][] = [
  [say.start, ["getting-started", "first-campaign", "importing", "public-pages", "search", "account"]],
  [say.write, ["templates", "before-sending", "scheduling", "tracking", "analytics"]],
  [say.deliver, ["domains", "delivery", "deliverability", "bounces", "amazon-ses"]],
  [
    say.operate,
    ["self-hosting", "configuration", "backup", "upgrading", "scaling", "capacity", "monitoring", "sign-in-providers"],
  ],
  [say.build, ["api", "command-line", "errors", "webhooks"]],
];

const nameOf = (path: string) => path.replace(/^.*\//, "");
const bareName = (path: string) => nameOf(path).replace(/\.md$/, "");

function makePage(path: string, outline: Outline): GuidePage {
  const slug = bareName(path);
  const group = order.find(([, slugs]) => slugs.includes(slug))?.[0] ?? say.more;
  const load = sources[path] ?? (() => Promise.reject(new Error(`No page ${slug}.`)));
  return { slug, group, load, ...outline };
}

const places = order.flatMap(([, slugs]) => slugs);
const placeOf = (page: GuidePage) => (places.includes(page.slug) ? places.indexOf(page.slug) : places.length);

/** Every page of docs/guide itself, in reading order. */
export const pages: GuidePage[] = Object.entries(outlines)
  .map(([path, outline]) => makePage(path, outline))
  .sort((a, b) => placeOf(a) - placeOf(b) || a.title.localeCompare(b.title));

/** A page for each code of an error: too many for a list, so one page leads to them. */
export const errorPages: GuidePage[] = Object.entries(errorTitles).map(([path, title]) => ({
  slug: `errors/${bareName(path)}`,
  group: say.build,
  title,
  lead: "",
  headings: [],
  load: async () => (await import("./error-texts")).texts[path] ?? "",
}));

const all = [...pages, ...errorPages];

export const pageOf = (slug: string): GuidePage | undefined => all.find((page) => page.slug === slug);

/** The page of the lists that leads to this one; none for those that stand there themselves. */
export const above = ({ slug }: GuidePage): GuidePage | undefined =>
  slug.includes("/") ? pageOf(slug.replace(/\/.*/, "")) : undefined;

export const groups: { title: string; pages: GuidePage[] }[] = [...new Set(pages.map((page) => page.group))].map(
  (title) => ({ title, pages: pages.filter((page) => page.group === title) }),
);

/** `domains.md#dkim` inside the guide becomes an address of the app; what lies outside the guide has none. */
export function linkTarget(from: string, href: string): string | null {
  const { pathname, hash } = new URL(href, `http://docs/guide/${from}.md`);
  const slug = /^\/guide\/(.+)\.md$/.exec(pathname)?.[1] ?? "";
  return pageOf(slug) ? guidePath(slug, sectionOf(hash)) : null;
}

export function imageTarget(src: string): PictureFile | null {
  const path = Object.keys(images).find((one) => src.startsWith("images/") && nameOf(one) === nameOf(src));
  return (path && images[path]) || null;
}
