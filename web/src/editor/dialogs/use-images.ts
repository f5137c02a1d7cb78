import { useCallback, useEffect, useRef, useState } from "react";
import type { EditorHost, MediaItem } from "../host";
import { reasonOf } from "../host";
import { sendPicture } from "../pictures/upload";
import { say } from "../words";

/** A file on its way to the library, or one that was refused. */
export interface Upload {
  key: number;
  name: string;
  /** 0 to 1. */
  fraction: number;
  error: string | null;
}

/** The author's pictures as far as they are loaded. */
export function useLibrary(media: EditorHost["media"], query: string) {
  const [items, setItems] = useState<MediaItem[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const asked = useRef(0);

  const load = useCallback(
    async (cursor?: string) => {
      const mine = ++asked.current;
      setError(null);
      try {
        const page = await media.list(query, cursor);
        if (mine !== asked.current) return;
        setItems((old) => (cursor && old ? [...old, ...page.items] : page.items));
        setNext(page.next);
      } catch (problem) {
        if (mine === asked.current) setError(reasonOf(problem, say.theImagesCouldNotBe));
      }
    },
    [media, query],
  );
  useEffect(() => {
    void load();
  }, [load]);

  return {
    items,
    error,
    reload: () => void load(),
    more: next === null ? null : () => void load(next),
    /** The same picture again takes the place of itself. */
    add: (item: MediaItem) => setItems((old) => [item, ...(old ?? []).filter(({ id }) => id !== item.id)]),
    drop: (id: string) => setItems((old) => (old ?? []).filter((item) => item.id !== id)),
  };
}

/** Sends files one after the other and tells how far each is. */
export function useUploads(media: EditorHost["media"], onDone: (item: MediaItem) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const keys = useRef(0);
  const change = (key: number, patch: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)));

  const send = async (file: File, key: number) => {
    try {
      const item = await sendPicture(media, file, (fraction) => change(key, { fraction }));
      setUploads((all) => all.filter((one) => one.key !== key));
      onDone(item);
    } catch (problem) {
      change(key, { error: reasonOf(problem, say.theImageCouldNotBeUploaded) });
    }
  };
  return {
    uploads,
    busy: uploads.some(({ error }) => error === null),
    upload: async (files: Iterable<File>) => {
      const waiting = Array.from(files, (file) => ({ file, key: ++keys.current }));
      setUploads((all) => [
        ...all,
        ...waiting.map(({ file, key }) => ({ key, name: file.name, fraction: 0, error: null })),
      ]);
      for (const { file, key } of waiting) await send(file, key);
    },
    dismiss: (key: number) => setUploads((all) => all.filter((one) => one.key !== key)),
  };
}
