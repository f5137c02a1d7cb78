import { messageOf } from "@/api/problem";
import { deleteMedia, listMedia, listTemplates, type Media, uploadMedia } from "@/api/templates";
import type { EditorHost, MediaItem } from "@/editor";
import { documentOf } from "./document";

/** The most of the author's templates that the gallery offers; more are found by searching. */
const GALLERY = 60;

const itemOf = ({ id, created_at, ...media }: Media): MediaItem => ({
  ...media,
  id: String(id),
  createdAt: created_at,
});

/** What any mail needs of the server, whoever keeps it. */
export function editorHost(authorId: number): Pick<EditorHost, "origin" | "storageKey" | "media" | "gallery"> {
  return {
    origin: location.origin,
    storageKey: `letterpress-blocks-${authorId}`,
    media: {
      list: async (query, cursor) => {
        const { items, next } = await listMedia(query, cursor);
        return { items: items.map(itemOf), next };
      },
      upload: async (file, onProgress) => {
        try {
          return itemOf(await uploadMedia(file, onProgress));
        } catch (error) {
          throw new Error(messageOf(error, "The picture could not be uploaded."));
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
