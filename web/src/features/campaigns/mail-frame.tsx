import { cn } from "@/lib/cn";
import { MailSheet } from "@/ui/mail-sheet";
import { say } from "./words";

/** Whether the mail says what it looks like in the dark. */
export const hasDarkStyles = (html: string) =>
  /prefers-color-scheme\s*:\s*dark|data-ogsc|<meta[^>]+color-scheme[^>]+dark|[{;\s]color-scheme\s*:[^;}]*dark/i.test(
    html,
  );

/** The mail as a program in dark mode shows it, whatever this device is in. */
function inDark(html: string): string {
  return html
    .replaceAll(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi, "all")
    .replaceAll(/\(\s*prefers-color-scheme\s*:\s*light\s*\)/gi, "not all");
}

const inLight = (html: string) =>
  html
    .replaceAll(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi, "not all")
    .replaceAll(/\(\s*prefers-color-scheme\s*:\s*light\s*\)/gi, "all");

/** Colours turned round as mail programs do, pictures left as they are. */
const FORCED =
  "<style>html{background:white;filter:invert(1) hue-rotate(180deg)!important}img,video,[background]{filter:invert(1) hue-rotate(180deg)!important}</style>";

/** In its head where it has one: before the doctype, it would be drawn in quirks mode. */
function withHead(html: string, head: string): string {
  const place = /<head[^>]*>/i.exec(html);
  if (!place) return head + html;
  const at = place.index + place[0].length;
  return html.slice(0, at) + head + html.slice(at);
}

/** What the frame shows. */
export function framed(html: string, dark: boolean): string {
  const own = hasDarkStyles(html);
  const scheme = dark && own ? "dark" : "light";
  const head = `<style>:root{color-scheme:only ${scheme}!important}</style>`;
  if (!dark) return withHead(inLight(html), head);
  return own ? withHead(inDark(html), head) : withHead(html, head + FORCED);
}

interface Props {
  title: string;
  html: string;
  width: "desktop" | "phone";
  dark: boolean;
}

/** A mail on its own. */
export function MailFrame({ title, html, width, dark }: Props) {
  const own = hasDarkStyles(html);
  return (
    <div>
      {dark ? (
        <p role="status" className="mb-2 text-12 text-muted">
          {own ? say.withTheMailsOwnDark : say.theMailHasNoDark}
        </p>
      ) : null}
      <div className="flex justify-center overflow-hidden rounded-control border border-line bg-raised">
        <MailSheet
          title={title}
          html={framed(html, dark)}
          className={cn("h-[56dvh] w-full bg-paper", width === "phone" && "max-w-[390px] border-line border-x")}
        />
      </div>
    </div>
  );
}
