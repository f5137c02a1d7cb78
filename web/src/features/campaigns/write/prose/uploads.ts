import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { type MediaItem, reasonOf } from "@/editor/host";
import { notify } from "@/lib/notify";
import { say } from "../words";
import { emptyLine, imagePart, outermost } from "./commands";
import type { Views } from "./views";

/** A picture on its way to the library, at the place in the text where it will stand. */
export interface UploadProps {
  name: string;
  /** From 0 to 1. */
  progress: number;
  error: string | null;
  retry: () => void;
  giveUp: () => void;
}

export type Send = (file: File, onProgress: (fraction: number) => void) => Promise<MediaItem>;

interface Change {
  add?: { key: string; at: number; element: HTMLElement };
  remove?: string;
}

const plugin = new PluginKey<DecorationSet>("uploads");

/** The places of uploads move with the text around them. */
export const UploadPlaces = Extension.create({
  name: "uploadPlaces",
  addProseMirrorPlugins: () => [
    new Plugin({
      key: plugin,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, before) {
          const places = before.map(tr.mapping, tr.doc);
          const change = tr.getMeta(plugin) as Change | undefined;
          if (change?.add) {
            const { key, at, element } = change.add;
            return places.add(tr.doc, [Decoration.widget(at, element, { key, side: -1, stopEvent: () => true })]);
          }
          if (!change?.remove) return places;
          return places.remove(places.find(undefined, undefined, (spec) => spec.key === change.remove));
        },
      },
      props: { decorations: (state) => plugin.getState(state) },
    }),
  ],
});

const placeOf = (state: EditorState, key: string): number | undefined =>
  plugin.getState(state)?.find(undefined, undefined, (spec) => spec.key === key)[0]?.from;

/** Where a picture goes that comes from a file: in place of an empty line, else behind the line of the caret. */
export function placeForPicture(state: EditorState): number {
  const here = outermost(state);
  return emptyLine(state)?.from ?? (here ? here.from + here.node.nodeSize : state.doc.content.size);
}

let count = 0;

/** Sends a picture and puts it into the text. While it does not come, the file is kept, and so is its place. */
export function bringPicture(view: EditorView, views: Views<UploadProps>, send: Send, file: File, at: number) {
  count += 1;
  const key = `upload-${count}`;
  const element = document.createElement("div");
  element.contentEditable = "false";
  const tell = (change: Partial<UploadProps>) => {
    const known = views.list().find((one) => one.key === key)?.props;
    const props = { name: file.name, progress: 0, error: null, retry, giveUp: end, ...known, ...change };
    views.put({ key, element, props });
  };
  const end = () => {
    views.remove(key);
    if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(plugin, { remove: key } satisfies Change));
  };
  const arrive = (item: MediaItem) => {
    if (view.isDestroyed) return void notify(say.nameIsInYourImages(file.name));
    const { state } = view;
    // Where its place is gone, it is still not lost.
    const place = placeOf(state, key) ?? state.doc.content.size;
    const part = state.schema.nodes.part?.create({ mail: imagePart(item, "") });
    if (part) view.dispatch(state.tr.insert(place, part).scrollIntoView());
    end();
  };
  const start = () =>
    send(file, (progress) => tell({ progress })).then(arrive, (error: unknown) =>
      tell({ error: reasonOf(error, say.theImageCouldNotBe) }),
    );
  function retry() {
    tell({ error: null, progress: 0 });
    void start();
  }
  tell({});
  view.dispatch(view.state.tr.setMeta(plugin, { add: { key, at, element } } satisfies Change));
  void start();
}
