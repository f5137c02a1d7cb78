import { useMemo } from "react";
import { deleteMedia, listMedia, type Media, uploadMedia } from "@/api/media";
import { messageOf } from "@/api/problem";
import { useSubscribers } from "@/api/subscribers";
import { listTemplates } from "@/api/templates";
import type { EditorHost, MediaItem } from "@/editor";
import { documentOf } from "./document";
import { savedBlocks } from "./saved-blocks";
import { say } from "./words";

/** The most of the author's templates that the gallery offers; more are found by searching. */
const GALLERY = 60;

const itemOf = ({ id, created_at, ...media }: Media): MediaItem => ({
  ...media,
  id: String(id),
  createdAt: created_at,
});

type Host = Omit<EditorHost, "save" | "versions">;

/** What any mail needs of the server, whoever keeps it. */
export function useHost(authorId: number): Host {
  // Attributes of the newest readers; whoever imported a list with a new column finds it here.
  const { data } = useSubscribers({ limit: 100 });
  const names = [...new Set(data?.rows.flatMap(({ attributes }) => Object.keys(attributes)))].sort().join("\n");
  return useMemo(
    () => ({ ...hostOf(authorId), ...(names === "" ? {} : { attributes: names.split("\n") }) }),
    [authorId, names],
  );
}

/** Where this author's own things of the editor are kept in this browser. */
export const storageKeyOf = (authorId: number) => `letterpress-blocks-${authorId}`;

function hostOf(authorId: number): Host {
  return {
    origin: location.origin,
    storageKey: storageKeyOf(authorId),
    savedBlocks,
    media: {
      list: async (query, cursor) => {
        const { rows, next } = await listMedia(query, cursor);
        return { items: rows.map(itemOf), next };
      },
      upload: async (file, onProgress) => {
        try {
          return itemOf(await uploadMedia(file, onProgress));
        } catch (error) {
          throw new Error(messageOf(error, say.thePictureCouldNotBe));
        }
      },
      remove: async (id) => await deleteMedia(id),
    },
    gallery: async () => {
      const { templates } = await listTemplates("", null, GALLERY);
      return templates.map((template) => ({
        id: String(template.id),
        name: template.name,
        subject: template.subject,
        updatedAt: template.updated_at,
        document: documentOf(template),
      }));
    },
  };
}
