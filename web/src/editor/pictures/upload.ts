import type { EditorHost } from "../host";
import { say } from "../words";

/** What the server takes. */
export const pictureTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

export const isPicture = ({ type }: File) => pictureTypes.includes(type);

/** The server takes no more; asking it would cost the author the whole upload. */
const MOST_BYTES = 10 * 1024 * 1024;
const TOO_LARGE = say.theImageIsLargerThan;

/** To the author's library. Throws a sentence when it does not come to be there. */
export async function sendPicture(media: EditorHost["media"], file: File, onProgress: (fraction: number) => void) {
  if (file.size > MOST_BYTES) throw new Error(TOO_LARGE);
  return await media.upload(file, onProgress);
}
