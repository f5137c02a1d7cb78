import { useState } from "react";
import { type Message, type MessageReturn, type MessageState, resolveMessage } from "@/api/messages";
import { messageOf } from "@/api/problem";
import { notify, warn } from "@/lib/notify";
import { Badge, type Tone } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Time } from "@/ui/time";
import { say } from "../words";

interface Shown {
  label: string;
  tone: Tone;
}

export const states: Record<MessageState, Shown> = {
  queued: { label: say.queued, tone: "neutral" },
  sending: { label: say.onItsWay, tone: "blue" },
  sent: { label: say.sent, tone: "green" },
  deferred: { label: say.deferred, tone: "yellow" },
  failed: { label: say.failed, tone: "red" },
  suppressed: { label: say.suppressed, tone: "neutral" },
  in_doubt: { label: say.inDoubt, tone: "yellow" },
};

const returns: Record<MessageReturn, Shown> = {
  delivered: { label: say.delivered, tone: "green" },
  soft_bounced: { label: say.mailboxFull, tone: "yellow" },
  bounced: { label: say.bounced, tone: "red" },
  complained: { label: say.complained, tone: "red" },
};

const Sign = ({ of: { label, tone } }: { of: Shown }) => <Badge tone={tone}>{label}</Badge>;

const answers = [
  { as: "sent", label: say.itArrived, done: say.markedAsSent },
  { as: "resend", label: say.sendItAgain, done: say.sendingItAgain },
  { as: "failed", label: say.leaveIt, done: say.leftAsItIs },
] as const;

function Decide({ message, onResolved }: Props) {
  const [busy, setBusy] = useState(false);
  const resolve = async ({ as, done }: (typeof answers)[number]) => {
    setBusy(true);
    try {
      await resolveMessage(message.id, as);
      notify(done, message.to);
    } catch (error) {
      warn(messageOf(error, say.failedToResolveThisEmail));
    }
    setBusy(false);
    onResolved();
  };
  return (
    <div className="mt-2.5 flex flex-wrap gap-1">
      {answers.map((answer) => (
        <Button
          key={answer.as}
          size="small"
          disabled={busy}
          aria-label={`${answer.label}: ${message.to}`}
          onClick={() => void resolve(answer)}
        >
          {answer.label}
        </Button>
      ))}
    </div>
  );
}

interface Props {
  message: Message;
  /** Decided, or found to be decided already. */
  onResolved: () => void;
}

/** An email to one person, what became of it, and what can be done where that is not known. */
export function MessageRow({ message, onResolved }: Props) {
  const story = say.messageStory(message);
  return (
    <li className="px-5 py-3 text-13">
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate font-medium" title={message.to}>
          {message.to}
        </span>
        <Time at={message.created_at} className="figures shrink-0 text-12 text-muted" />
      </p>
      <div className="mt-0.5 flex items-center justify-between gap-4">
        <span className="min-w-0 truncate" title={message.subject}>
          {message.subject}
        </span>
        <span className="flex shrink-0 gap-1.5">
          <Sign of={states[message.state]} />
          {message.returned ? <Sign of={returns[message.returned]} /> : null}
        </span>
      </div>
      {story ? <p className="mt-1 break-words text-12 text-muted">{story}</p> : null}
      {message.state === "in_doubt" ? <Decide message={message} onResolved={onResolved} /> : null}
    </li>
  );
}
