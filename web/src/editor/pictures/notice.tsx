import { useCallback } from "react";
import { Button } from "@/ui/button";
import { Banner } from "@/ui/surface";
import { type EditorState, useEditorState } from "../state";
import { say } from "../words";
import { usePictures } from "./context";
import { foreignHosts } from "./foreign";

/** Hosts that are named; of more there is a number. */
const NAMED = 3;

function namesOf(hosts: string[]): string {
  const rest = hosts.length - NAMED;
  const named = rest > 0 ? [...hosts.slice(0, NAMED), say.restMore(rest)] : hosts;
  const last = named.at(-1) ?? "";
  return named.length < 2 ? last : say.joinAndLast(named.slice(0, -1).join(", "), last);
}

/** Asks before pictures are loaded from servers of others, which would learn of it. */
export function PictureNotice() {
  const { allowed, origin, allow } = usePictures();
  // As one text, which is the same until the hosts are others.
  const waiting = useEditorState(
    useCallback(
      ({ document }: EditorState) =>
        foreignHosts(document.blocks, origin)
          .filter((host) => !allowed.has(host))
          .join(" "),
      [allowed, origin],
    ),
  );
  if (waiting === "") return null;
  const hosts = waiting.split(" ");
  return (
    <div className="shrink-0 border-line border-b bg-page p-2">
      <PictureBanner hosts={hosts} onAllow={() => allow(hosts)} />
    </div>
  );
}

export function PictureBanner({ hosts, onAllow }: { hosts: string[]; onAllow: () => void }) {
  return (
    <Banner
      tone="blue"
      action={
        <Button size="small" onClick={onAllow}>
          {say.loadPictures}
        </Button>
      }
    >
      {say.picturesFromHostsAreNot(namesOf(hosts))}
    </Banner>
  );
}
