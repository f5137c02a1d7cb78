import { Download } from "lucide-react";
import { useAuthor } from "@/api/session";
import { saveText } from "@/lib/files";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { say } from "./words";

/** The recovery codes, which are shown this once. Only its button closes it: a stray key would lose them. */
export function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const author = useAuthor();
  const text = codes.join("\n");
  const download = () => {
    const head = say.letterpressRecoveryCodesHostEmail(location.host, author?.email ?? "");
    saveText("letterpress-recovery-codes.txt", `${head}${text}\n`, "text/plain");
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy
      title={say.yourRecoveryCodes}
      description={say.whenYourPhoneIsNot}
      footer={
        <Button look="accent" onClick={onClose}>
          {say.iHaveKeptThem}
        </Button>
      }
    >
      <ul className="figures grid grid-cols-2 gap-x-6 gap-y-2 rounded-card bg-raised px-5 py-4 font-mono text-13">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton size="small" text={text} what={say.recoveryCodes}>
          {say.copy}
        </CopyButton>
        <Button size="small" onClick={download}>
          <Download />
          {say.download}
        </Button>
      </div>
      <p className="mt-4 text-13 text-yellow">{say.theyAreNotShownAgain}</p>
    </Dialog>
  );
}
