import { useRef, useState } from "react";
import { type Import, type StatusAnswer, uploadImport } from "@/api/imports";
import { ApiError, type FieldError, messageOf } from "@/api/problem";
import { recogniseHeaders, type Target } from "@/lib/csv-headers";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Select } from "@/ui/field";
import { Progress } from "@/ui/progress";
import { Banner } from "@/ui/surface";
import { say } from "../words";
import type { Choice } from "./import-dialog";
import { MappingTable } from "./mapping-table";
import { ADDRESS } from "./sample";
import { type Answers, isQuestion, StatusWords, wordOf } from "./status-words";

interface Props {
  choice: Choice;
  onBack: () => void;
  onStarted: (job: Import) => void;
  onClose: () => void;
}

interface Upload {
  sent: number;
  total: number;
}

/** What each column most likely holds; a file without a header shows it by its first line alone. */
function recognised({ sample: { headers, headless } }: Choice): Target[] {
  if (!headless) return recogniseHeaders(headers);
  const address = headers.findIndex((header) => ADDRESS.test(header));
  return headers.map((_, index) => (index === address ? "email" : null));
}

function useUpload(choice: Choice, onStarted: (job: Import) => void) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [questions, setQuestions] = useState<FieldError[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  const start = async (targets: Target[], mode: "update" | "add", answers: Record<string, StatusAnswer>) => {
    const { headers } = choice.sample;
    // What was left as recognised is left to the server, which also knows the status column of an export.
    const changed = recognised(choice).some((target, index) => target !== targets[index]);
    const mapping = changed
      ? Object.fromEntries(headers.map((header, index) => [header, targets[index] ?? null]))
      : null;
    abort.current = new AbortController();
    setProblem(null);
    setUpload({ sent: 0, total: choice.file.size });
    try {
      const { signal } = abort.current;
      const onProgress = (sent: number, total: number) => setUpload({ sent, total });
      onStarted(
        await uploadImport({
          newsletterId: choice.newsletter.id,
          file: choice.file,
          mapping,
          mode,
          answers,
          signal,
          onProgress,
        }),
      );
    } catch (error) {
      setUpload(null);
      const asked = error instanceof ApiError ? error.errors.filter(isQuestion) : [];
      if (asked.length > 0) {
        setQuestions((before) => [
          ...before.filter((one) => !asked.some(({ field }) => field === one.field)),
          ...asked,
        ]);
        return;
      }
      if (!(error instanceof DOMException)) setProblem(messageOf(error, say.failedToImportSubscribers));
    }
  };
  return { upload, problem, questions, start, stop: () => abort.current?.abort() };
}

export function MapStep({ choice, onBack, onStarted, onClose }: Props) {
  const [targets, setTargets] = useState<Target[]>(() => recognised(choice));
  const [answers, setAnswers] = useState<Answers>({});
  const [mode, setMode] = useState<"update" | "add">("update");
  const { upload, problem, questions, start, stop } = useUpload(choice, onStarted);
  const hasEmail = targets.includes("email");
  const ready = hasEmail && questions.every((question) => wordOf(question) in answers);
  return (
    <Dialog
      open
      onClose={onClose}
      busy={upload !== null}
      width="wide"
      title={say.importCSV}
      description={say.nameSizeIntoName(choice.file.name, choice.file.size, choice.newsletter.name)}
      footer={
        upload ? (
          <Button onClick={stop}>{say.cancelUpload}</Button>
        ) : (
          <>
            <Button onClick={onBack}>{say.back}</Button>
            <Button look="accent" disabled={!ready} onClick={() => void start(targets, mode, answers)}>
              {say.startImport}
            </Button>
          </>
        )
      }
    >
      {upload ? (
        <div className="grid gap-2 py-6">
          <p role="status" className="figures text-13">
            {say.uploadingSentOfTotalPlease(upload.sent, upload.total)}
          </p>
          <Progress label={say.upload} value={upload.sent} total={upload.total} />
        </div>
      ) : (
        <div className="grid gap-5">
          {problem ? <Banner>{problem}</Banner> : null}
          {hasEmail ? null : <Banner tone="yellow">{say.chooseTheColumnThatHolds}</Banner>}
          {choice.sample.headless ? <Banner tone="blue">{say.thisFileHasNoColumn}</Banner> : null}
          {questions.length > 0 ? <StatusWords questions={questions} answers={answers} onChange={setAnswers} /> : null}
          <MappingTable sample={choice.sample} targets={targets} onChange={setTargets} />
          <Field label={say.subscribersYouAlreadyHave} className="max-w-[640px]">
            {(field) => (
              <Select
                {...field}
                value={mode}
                onChange={(event) => setMode(event.target.value === "add" ? "add" : "update")}
              >
                <option value="update">{say.updateThemFromTheFile}</option>
                <option value="add">{say.leaveThemAsTheyAre}</option>
              </Select>
            )}
          </Field>
        </div>
      )}
    </Dialog>
  );
}
