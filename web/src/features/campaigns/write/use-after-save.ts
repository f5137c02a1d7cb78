import { useEffect, useRef } from "react";
import type { Campaign } from "@/api/campaigns";
import { useDebounced } from "@/lib/hooks";

/** Reads anew what depends on what is saved: so many milliseconds after a save, and once for a row of them. */
export function useAfterSave({ revision }: Campaign, ms: number, read: () => Promise<unknown>) {
  const settled = useDebounced(revision, ms);
  const last = useRef(settled);
  useEffect(() => {
    if (last.current === settled) return;
    last.current = settled;
    void read();
  }, [settled, read]);
}
