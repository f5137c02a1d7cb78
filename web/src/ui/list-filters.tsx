import type { ReactNode } from "react";
import { capitalise } from "@/lib/format";
import type { ListState } from "@/lib/list";
import { Select } from "./field";
import { SearchInput } from "./search-input";
import { say } from "./words";

interface SearchProps {
  list: Pick<ListState, "typed" | "setTyped">;
  /** What the box says to screen readers, and what it looks through. */
  label: string;
  placeholder: string;
}

/** A search box above a list. */
export function ListSearch({ list, label, placeholder }: SearchProps) {
  return (
    <SearchInput
      aria-label={label}
      placeholder={placeholder}
      value={list.typed}
      onChange={(event) => list.setTyped(event.target.value)}
      onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
      className="min-w-0 flex-1 basis-full sm:basis-56"
    />
  );
}

interface Props extends SearchProps {
  list: ListState;
  newsletters: { id: number; name: string }[];
  statuses: readonly string[];
  /** What else changes how the list looks. */
  children?: ReactNode;
}

/** A search, a newsletter and a status above a list. */
export function ListFilters({ list, newsletters, statuses, children, ...search }: Props) {
  return (
    <search className="flex w-full flex-wrap gap-2">
      <ListSearch list={list} {...search} />
      <Select
        aria-label={say.newsletter}
        className="min-w-0 max-sm:flex-1 sm:w-44 lg:w-52"
        value={list.newsletter}
        onChange={(event) => list.setNewsletter(event.target.value)}
      >
        <option value="">{say.allNewsletters}</option>
        {newsletters.map((newsletter) => (
          <option key={newsletter.id} value={newsletter.id}>
            {newsletter.name}
          </option>
        ))}
      </Select>
      <Select
        aria-label={say.status}
        className="min-w-0 max-sm:flex-1 sm:w-40"
        value={list.status}
        onChange={(event) => list.setStatus(event.target.value)}
      >
        <option value="">{say.allStatus}</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {capitalise(status)}
          </option>
        ))}
      </Select>
      {children}
    </search>
  );
}
