import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/ui/button";
import { Card } from "@/ui/surface";
import { DeleteDialog } from "./delete-dialog";
import { say } from "./words";

/** The way out. */
export function DangerZone({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-red p-5">
      <div className="min-w-0">
        <h3 className="font-medium text-13">{say.deleteAccount}</h3>
        <p className="mt-0.5 text-13 text-muted">{say.permanentlyDeleteYourAccountAnd}</p>
      </div>
      <Button look="danger" onClick={() => setOpen(true)}>
        <Trash2 />
        {say.deleteAccount}
      </Button>
      {open ? <DeleteDialog email={email} onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}
