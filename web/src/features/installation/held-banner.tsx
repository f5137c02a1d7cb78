import { MailX } from "lucide-react";
import { useEffect, useState } from "react";
import { type Installation, lastHeld, rememberHeld, useHeldInstallation } from "@/api/installation";
import { formatDate } from "@/lib/format";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "./confirm-dialog";
import { say } from "./words";

function Held({ installation }: { installation: Installation }) {
  const [asking, setAsking] = useState(false);
  const { restored_at, can_confirm } = installation;
  return (
    <section
      aria-labelledby="held-title"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-b bg-yellow-soft px-4 py-3 text-13 sm:px-8 print:hidden"
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <MailX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-yellow" />
        <p className="min-w-0">
          <strong id="held-title" className="font-medium text-yellow">
            {say.nothingIsSent}
          </strong>
          <span className="mx-1.5" aria-hidden="true">
            ·
          </span>
          {say.restored(restored_at ? formatDate(restored_at) : null)}
          {can_confirm ? null : say.anAdministratorMustConfirmThat}
        </p>
      </div>
      {can_confirm ? (
        <Button size="small" className="max-sm:ml-7" onClick={() => setAsking(true)}>
          {say.letItSend}
        </Button>
      ) : null}
      {asking ? <ConfirmDialog onClose={() => setAsking(false)} /> : null}
    </section>
  );
}

/** On every page of a restored copy until it may send: why readers get nothing from it. */
export default function HeldBanner() {
  const [last] = useState(lastHeld);
  const { data = last } = useHeldInstallation();
  useEffect(() => {
    if (data) rememberHeld(data);
  }, [data]);
  return data?.sending_held ? <Held installation={data} /> : null;
}
