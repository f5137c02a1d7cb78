import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from "react";
import type { Block, EmailDocument } from "@/email/types";
import type { Consent } from "./consent";
import { foreignHost, shownBlock, shownDocument } from "./foreign";

/** Whose pictures may be loaded, and where ours are. */
interface Pictures {
  consent: Consent;
  origin: string;
}

const PicturesContext = createContext<Pictures | null>(null);
export const PicturesProvider = PicturesContext.Provider;

const nobody: ReadonlySet<string> = new Set();
const never = () => () => undefined;
const none = () => nobody;

/** Outside of an editor nothing foreign is let in. */
export function usePictures() {
  const pictures = useContext(PicturesContext);
  const { consent, origin } = pictures ?? { consent: null, origin: location.origin };
  const allowed = useSyncExternalStore(consent?.subscribe ?? never, consent?.getSnapshot ?? none);
  const allow = useCallback((hosts: string[]) => consent?.allow(hosts), [consent]);
  return { allowed, origin, allow };
}

/** Lets the author's own library in, which may have another address than the dashboard. */
export function useTrust() {
  const { allow, origin } = usePictures();
  return (url: string) => {
    const host = foreignHost(url, origin);
    if (host) allow([host]);
  };
}

/** The block as it may be shown. */
export function useShownBlock(block: Block): Block {
  const { allowed, origin } = usePictures();
  return useMemo(() => shownBlock(block, allowed, origin), [block, allowed, origin]);
}

/** The mail as it may be shown. */
export function useShownDocument(document: EmailDocument): EmailDocument {
  const { allowed, origin } = usePictures();
  return useMemo(() => shownDocument(document, allowed, origin), [document, allowed, origin]);
}
