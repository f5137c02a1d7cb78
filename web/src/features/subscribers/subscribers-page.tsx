import { Plus } from "lucide-react";
import { useState } from "react";
import { latestImportsAhead } from "@/api/imports";
import { newslettersAhead, useNewsletters } from "@/api/newsletters";
import { useFilter, useHash, useTitle } from "@/lib/hooks";
import { useShortcuts } from "@/lib/shortcuts";
import { Button } from "@/ui/button";
import { ListFilters } from "@/ui/list-filters";
import { PageHeader, Section } from "@/ui/surface";
import { AddDialog } from "./add-dialog";
import { ColumnMenu } from "./column-menu";
import { useColumns } from "./columns";
import { ImportExport } from "./import-export";
import { QuickStats } from "./quick-stats";
import { statuses } from "./status";
import { SubscriberList } from "./subscriber-list";
import { SubscriberTabs } from "./tabs";
import { TagFilter } from "./tag-filter";
import { listAhead, useList } from "./use-list";
import { say } from "./words";

const LIST = "subscriber-lists";

/** What it asks first, asked while somebody still points at its link. */
export function ahead() {
  listAhead();
  newslettersAhead();
  latestImportsAhead();
}

export default function SubscribersPage() {
  const list = useList();
  const { data, error } = useNewsletters();
  const newsletters = data ?? [];
  const { columns, toggle } = useColumns();
  const [adding, setAdding] = useState(false);
  // A link can say whom to add.
  const [email, setEmail] = useFilter("email");
  const add = () => setAdding(true);
  useTitle(say.subscribers);
  useHash("add-subscribers", add);
  useShortcuts({ n: add });

  return (
    <>
      <PageHeader id="add-subscribers" title={say.subscribers} lead={say.everyoneWhoSubscribesToYour}>
        <Button look="accent" onClick={add}>
          <Plus />
          {say.addSubscriber}
        </Button>
      </PageHeader>
      <SubscriberTabs />
      <div className="mt-6 grid gap-4 lg:grid-cols-[1.4fr_1fr]">
        <QuickStats newsletter={list.newsletter} />
        <ImportExport newsletters={data} preset={list.newsletter} />
      </div>
      <Section id={LIST} title={say.subscriberLists} className="mt-8">
        <div className="mb-4">
          <ListFilters
            list={list}
            newsletters={newsletters}
            statuses={statuses}
            label={say.searchSubscribers}
            placeholder={say.searchByNameOrEmail}
          >
            {list.tag === "" ? null : (
              <TagFilter
                key={list.tag}
                tag={list.tag}
                isClicked={list.isTagClicked}
                onRemove={() => {
                  list.showTag("");
                  // The button that had the focus goes.
                  document.getElementById(LIST)?.focus({ preventScroll: true });
                }}
              />
            )}
            <ColumnMenu rows={list.list.data?.rows ?? []} columns={columns} onToggle={toggle} />
          </ListFilters>
        </div>
        <SubscriberList list={list} columns={columns} onAdd={add} />
      </Section>
      {adding && (data || error) ? (
        <AddDialog
          newsletters={newsletters}
          preset={list.newsletter}
          email={email}
          onClose={() => {
            setAdding(false);
            if (email !== "") setEmail("");
          }}
        />
      ) : null}
    </>
  );
}
