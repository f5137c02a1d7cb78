import type { StatusAnswer } from "@/api/imports";
import type { FieldError } from "@/api/problem";
import { Field, Select } from "@/ui/field";
import { Banner } from "@/ui/surface";
import { say } from "../words";

export type Answers = Record<string, StatusAnswer>;

const FIELD = "status_map.";
const meanings: [StatusAnswer, string][] = [
  ["active", say.getsEmail],
  ["pending", say.waitsForConfirmation],
  ["unsubscribed", say.unsubscribed],
  ["bounced", say.bounced],
  ["complained", say.complained],
  ["skip", say.leaveOutOfTheImport],
];

export const isQuestion = ({ field }: FieldError) => field.startsWith(FIELD);
export const wordOf = ({ field }: FieldError) => field.slice(FIELD.length);

interface Props {
  questions: FieldError[];
  answers: Answers;
  onChange: (answers: Answers) => void;
}

/** What the file says of readers in words that we do not know: nobody gets mail before somebody said that they may. */
export function StatusWords({ questions, answers, onChange }: Props) {
  return (
    <section aria-label={say.wordsWeDontKnow} className="grid gap-4">
      <Banner tone="yellow">{say.yourFileUsesStatusWords}</Banner>
      {questions.map((question) => {
        const word = wordOf(question);
        return (
          <Field key={word} label={`“${word}”`} hint={question.message} className="max-w-[640px]">
            {(field) => (
              <Select
                {...field}
                value={answers[word] ?? ""}
                onChange={(event) => onChange({ ...answers, [word]: event.target.value as StatusAnswer })}
              >
                <option value="" disabled>
                  {say.chooseWhatItMeans}
                </option>
                {meanings.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        );
      })}
    </section>
  );
}
