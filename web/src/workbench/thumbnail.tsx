import { useEffect, useMemo, useRef, useState } from "react";
import { renderDocument } from "@/email";
import type { EmailDocument } from "@/email/types";
import { MailSheet } from "@/ui/mail-sheet";
import { say } from "./words";

/** px that the mail is laid out in before it is made small. */
const PAPER_WIDTH = 680;

/** The mail itself, small; drawn when it comes into view. It cannot be entered, and nothing in it runs. */
export function Thumbnail({ document: mail }: { document: EmailDocument }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setWidth(element.clientWidth);
        observer.disconnect();
      },
      { rootMargin: "400px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const html = useMemo(() => (width > 0 ? renderDocument(mail) : null), [mail, width]);
  const scale = width / PAPER_WIDTH;
  return (
    <div ref={frame} aria-hidden="true" inert className="relative h-52 overflow-hidden rounded-t-card bg-paper">
      {html ? (
        <MailSheet
          title={say.preview}
          tabIndex={-1}
          loading="lazy"
          html={html}
          scrolling="no"
          className="pointer-events-none absolute top-0 left-0 origin-top-left border-0"
          style={{ width: PAPER_WIDTH, height: 208 / scale, transform: `scale(${scale})` }}
        />
      ) : null}
    </div>
  );
}
