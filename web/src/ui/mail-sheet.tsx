import { type IframeHTMLAttributes, useEffect, useRef } from "react";
import { fill, SANDBOX, SHEET } from "@/lib/mail-sheet";

interface Props extends Omit<IframeHTMLAttributes<HTMLIFrameElement>, "sandbox" | "src" | "srcDoc" | "onLoad"> {
  title: string;
  html: string;
  /** Adds to the mail before it is shown. */
  change?: ((mail: Document) => void) | undefined;
}

/** A whole mail. No scripts, no forms and no access to the dashboard, whatever it contains. */
export function MailSheet({ title, html, change, ...rest }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const loaded = useRef(false);
  const write = () => {
    if (frame.current) fill(frame.current, html, change);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for another mail only
  useEffect(() => {
    if (loaded.current) write();
  }, [html, change]);
  const onLoad = () => {
    loaded.current = true;
    write();
  };
  return <iframe {...rest} ref={frame} title={title} sandbox={SANDBOX} src={SHEET} onLoad={onLoad} />;
}
