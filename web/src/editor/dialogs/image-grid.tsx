import { Button } from "@/ui/button";
import { Retry } from "@/ui/retry";
import { Loading, Skeleton } from "@/ui/surface";
import type { MediaItem } from "../host";
import { say } from "../words";
import type { useLibrary } from "./use-images";

interface Props {
  library: ReturnType<typeof useLibrary>;
  filtered: boolean;
  onChoose: (item: MediaItem) => void;
}

const grid = "grid grid-cols-2 gap-3 sm:grid-cols-4";

export function ImageGrid({ library: { items, error, reload, more }, filtered, onChoose }: Props) {
  if (error) {
    return <Retry onRetry={reload}>{error}</Retry>;
  }
  if (!items) {
    return (
      <Loading text={say.loadingImages}>
        <div className={grid}>
          <Skeleton className="aspect-square" />
          <Skeleton className="aspect-square" />
        </div>
      </Loading>
    );
  }
  if (items.length === 0) {
    return (
      <p role="status" className="rounded-card border border-line border-dashed px-6 py-12 text-center text-muted">
        {filtered ? say.noImageHasThisName : say.noImagesYetUploadSome}
      </p>
    );
  }
  return (
    <>
      <ul className={grid}>
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              onClick={() => onChoose(item)}
              className="block w-full rounded-card border border-line p-1.5 text-left transition-colors duration-150 hover:border-line-strong hover:bg-raised"
            >
              <img
                src={smallest(item)}
                alt=""
                loading="lazy"
                className="aspect-square w-full rounded-control bg-paper object-contain"
              />
              <span className="mt-1.5 block truncate text-12 font-medium">{item.name}</span>
              <span className="figures block text-11 text-muted">
                {item.width} × {item.height}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {more ? (
        <div className="mt-4 flex justify-center">
          <Button onClick={more}>{say.showMore}</Button>
        </div>
      ) : null}
    </>
  );
}

/** The least that is wide enough for the grid. */
const smallest = (item: MediaItem) =>
  item.variants.toSorted((a, b) => a.width - b.width).find(({ width }) => width >= 300)?.url ?? item.url;
