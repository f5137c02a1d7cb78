import { useEffect, useRef, useState } from "react";
import { renderDocument } from "@/email";
import type { EmailDocument } from "@/email/types";
import { cn } from "@/lib/cn";
import { MailSheet } from "@/ui/mail-sheet";
import { useShownDocument } from "../pictures/context";
import { say } from "../words";
import { inScheme } from "./clients";

interface FrameProps {
  title: string;
  html: string;
  className?: string;
}

/** A whole mail. */
export function MailFrame({ title, html, className }: FrameProps) {
  return <MailSheet title={title} html={html} className={cn("block border-0 bg-paper", className)} />;
}

/** px that a thumbnail shows of a mail. */
const WIDTH = 640;
const HEIGHT = 800;

/** A mail in small: a picture to recognise it by, neither read out nor reached by keys. Made once it is in view. */
export function Thumbnail({ document, className }: { document: EmailDocument; className?: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const shown = useShownDocument(document);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      // Not what is seen, for a dialog that opens is a little smaller.
      setWidth(element.offsetWidth);
      observer.disconnect();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={box}
      aria-hidden="true"
      className={cn("relative overflow-hidden bg-raised", className)}
      style={{ aspectRatio: `${WIDTH} / ${HEIGHT}` }}
    >
      {width > 0 ? (
        <MailSheet
          title={say.thumbnail}
          tabIndex={-1}
          inert
          html={inScheme(renderDocument(shown), "light")}
          className="pointer-events-none absolute top-0 left-0 origin-top-left border-0 bg-paper"
          style={{ width: WIDTH, height: HEIGHT, transform: `scale(${width / WIDTH})` }}
        />
      ) : null}
    </div>
  );
}
