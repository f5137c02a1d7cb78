import { Link } from "react-router";
import { type MessageState, useMessages } from "@/api/messages";
import { type ListState, useListState } from "@/lib/list";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Select } from "@/ui/field";
import { ListSearch } from "@/ui/list-filters";
import { Rich } from "@/ui/rich";
import { Card } from "@/ui/surface";
import { GrowingList } from "../growing-list";
import { say } from "../words";
import { MessageRow, states } from "./message-row";

const names = Object.keys(states) as MessageState[];

/** Of an address that is still being typed the server would only say that it is none. */
const isAddress = (text: string) => /^\S+@\S+\.\S+$/.test(text);

function Filters({ list }: { list: ListState }) {
  return (
    <search className="flex flex-wrap gap-2">
      <ListSearch list={list} label={say.searchByAddress} placeholder={say.searchByWholeAddress} />
      <Select
        aria-label={say.state}
        className="max-sm:flex-1 sm:w-44"
        value={list.status}
        onChange={(event) => list.setStatus(event.target.value)}
      >
        <option value="">{say.allStates}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {states[name].label}
          </option>
        ))}
      </Select>
    </search>
  );
}

const NoneYet = () => (
  <Card className="p-5 text-13 text-muted">
    <Rich
      text={say.nothingSentYet}
      parts={{
        link: (inner) => (
          <Link to="/documentation/api#an-email-to-one-person" className="link">
            {inner}
          </Link>
        ),
      }}
    />
  </Card>
);

/** What programs sent to one person each. */
export function MessageSection() {
  const list = useListState(names);
  const { status: state, q: to } = list.params;
  const isWhole = to === "" || isAddress(to);
  const pages = useMessages(isWhole ? { state, to } : null);
  const isUnused = !list.filtered && !pages.isLoading && pages.data?.[0]?.total === 0;
  const noMatch = (
    <Empty
      role="status"
      drawing="magnifier"
      title={say.noEmailsMatch}
      text={isWhole ? undefined : say.typeTheWholeAddress}
      action={<Button onClick={list.clear}>{say.showAllEmails}</Button>}
    />
  );
  return (
    <div className="grid min-w-0 gap-4">
      {list.filtered || (pages.data && !isUnused) ? <Filters list={list} /> : null}
      {isWhole ? (
        <div className="min-w-0">
          <GrowingList pages={pages} loading={say.loadingEmails} empty={isUnused ? <NoneYet /> : noMatch}>
            {(message) => <MessageRow key={message.id} message={message} onResolved={() => void pages.mutate()} />}
          </GrowingList>
        </div>
      ) : (
        noMatch
      )}
    </div>
  );
}
