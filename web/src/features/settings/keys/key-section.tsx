import { Plus } from "lucide-react";
import { useState } from "react";
import { type ApiKey, deleteApiKey, type NewApiKey, regenerateApiKey, useApiKeys } from "@/api/api-keys";
import { messageOf } from "@/api/problem";
import { useHash } from "@/lib/hooks";
import { notify, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { useConfirm } from "@/ui/confirm";
import { Retry } from "@/ui/retry";
import { Card, Loading, Skeleton } from "@/ui/surface";
import { say } from "../words";
import { KeyDialog } from "./key-dialog";
import { KeyField } from "./key-field";
import { KeyList } from "./key-list";

const newestFirst = (keys: ApiKey[]) =>
  keys.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);

function useKeys() {
  const { data, error, mutate } = useApiKeys();
  // Undefined as long as nobody chose: then the newest is open.
  const [picked, setPicked] = useState<number | null>();
  // Whole keys live here only, and as long as the page.
  const [secrets, setSecrets] = useState<Record<number, string>>({});
  const [busy, setBusy] = useState(false);
  const confirm = useConfirm();
  const keys = newestFirst(data ?? []);
  const openId = picked === undefined ? keys[0]?.id : picked;

  const hold = async ({ key: secret, ...key }: NewApiKey) => {
    setSecrets((all) => ({ ...all, [key.id]: secret }));
    setPicked(key.id);
    await mutate((all = []) => [key, ...all.filter(({ id }) => id !== key.id)], { revalidate: false });
  };
  const regenerate = async (key: ApiKey) => {
    const sure = await confirm({
      title: say.regenerateAPIKey,
      text: say.appsUsingTheCurrentName(key.name),
      confirm: say.regenerate,
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    try {
      await hold(await regenerateApiKey(key.id));
      notify(say.apiKeyRegenerated, say.copyItNowWeShow);
    } catch (failure) {
      warn(messageOf(failure, say.failedToRegenerateTheAPI));
    } finally {
      setBusy(false);
    }
  };
  const remove = async (key: ApiKey) => {
    const sure = await confirm({
      title: say.deleteAPIKey,
      text: say.appsUsingNameStopWorking(key.name),
      confirm: say.deleteIt,
      danger: true,
    });
    if (!sure) return;
    try {
      await deleteApiKey(key.id);
      notify(say.apiKeyDeleted, key.name);
    } catch (failure) {
      warn(messageOf(failure, say.failedToDeleteTheAPI));
    }
    await mutate();
  };
  return { data, error, mutate, keys, openId, secrets, busy, setPicked, hold, regenerate, remove };
}

/** The author's API keys, a row each; what one needs most stands in the open one. */
export function KeySection() {
  const { data, error, mutate, keys, openId, secrets, busy, setPicked, hold, regenerate, remove } = useKeys();
  const [editing, setEditing] = useState<{ key: ApiKey | null } | null>(null);
  const close = () => setEditing(null);
  useHash("create-api-key", () => setEditing({ key: null }));
  if (!data && error) return <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>;
  if (!data)
    return (
      <Loading text={say.loadingAPIKeys}>
        <Skeleton className="h-44 w-full rounded-card" />
      </Loading>
    );
  const field = (key: ApiKey | undefined) => (
    <KeyField
      apiKey={key}
      secret={key && secrets[key.id]}
      busy={busy}
      onRegenerate={() => key && void regenerate(key)}
    />
  );
  return (
    <Card>
      {keys.length > 0 ? (
        <KeyList
          keys={keys}
          openId={openId}
          onToggle={(id) => setPicked(id === openId ? null : id)}
          onEdit={(key) => setEditing({ key })}
          onDelete={(key) => void remove(key)}
        >
          {field}
        </KeyList>
      ) : (
        <div className="p-5">
          {field(undefined)}
          <p className="mt-5 text-13 text-muted">{say.withAKeyYourOwn}</p>
        </div>
      )}
      <div className="border-line border-t px-5 py-3">
        <Button size="small" onClick={() => setEditing({ key: null })}>
          <Plus />
          {say.createAPIKey}
        </Button>
      </div>
      {editing ? (
        <KeyDialog
          apiKey={editing.key}
          onClose={close}
          onCreated={(key) => {
            close();
            void hold(key);
            notify(say.apiKeyCreated, say.copyItNowWeShow);
          }}
          onUpdated={(key) => {
            close();
            notify(say.apiKeySaved, key.name);
            void mutate((all = []) => all.map((one) => (one.id === key.id ? key : one)), { revalidate: false });
          }}
        />
      ) : null}
    </Card>
  );
}
