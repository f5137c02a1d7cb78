import useSWRInfinite, { type SWRInfiniteConfiguration } from "swr/infinite";
import { type ListPath, type Page, type RowOf, readPage, type Url } from "./client";
import { type PageKey, pageKey } from "./hooks";

type Keys<P extends ListPath> = (index: number, before: Page<RowOf<P>> | null) => PageKey<P> | null;

/** The keys of a list that grows page by page: each needs the cursor of the one before. */
export const pageKeys =
  <P extends ListPath>(urlAt: (cursor: string | null) => Url<P>): Keys<P> =>
  (index, before) =>
    index > 0 && !before?.next ? null : pageKey(urlAt(before?.next ?? null));

/** As many pages of a list as were asked for. */
export const usePages = <P extends ListPath>(keys: Keys<P>, options: SWRInfiniteConfiguration<Page<RowOf<P>>, Error>) =>
  useSWRInfinite<Page<RowOf<P>>, Error>(keys, ([, url]: PageKey<P>) => readPage(url), options);
