import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useSWRConfig } from "swr";
import { z } from "zod";
import { type Domain, registerDomain } from "@/api/domains";
import { type KeyFor, useSubmission } from "@/api/forms";
import { notify } from "@/lib/notify";
import { Field, Input, Select, TextArea } from "@/ui/field";
import { FormDialog } from "@/ui/form-dialog";
import { affected } from "./actions";
import { say } from "./words";

const schema = z.object({
  domain: z.string().trim(),
  notes: z.string().trim(),
  domain_type: z.enum(["shared", "user"]),
});
type Form = z.infer<typeof schema>;
const fields = ["domain", "notes", "domain_type"] as const;

interface Props {
  /** An administrator may add a domain for everybody. */
  isAdmin: boolean;
  onClose: () => void;
  onAdded: (domain: Domain) => void;
}

function useAdd({ isAdmin, onAdded }: Props) {
  const defaultValues: Form = { domain: "", notes: "", domain_type: isAdmin ? "shared" : "user" };
  const form = useForm<Form>({ resolver: zodResolver(schema), defaultValues });
  const { mutate } = useSWRConfig();
  const failure = form.watch("domain_type") === "user" ? say.failedToCreateDomain : say.failedToRegisterDomain;
  const send = async ({ domain, notes, domain_type }: Form, keyFor: KeyFor) => {
    const body = { domain, ...(notes === "" ? {} : { notes }) };
    const added = await registerDomain(domain_type, body, keyFor({ ...body, domain_type })).catch((error: unknown) => {
      console.error(failure, error);
      throw error;
    });
    notify(say.domainAdded, say.addItsRecordsAtYour);
    form.reset();
    await mutate(affected);
    onAdded(added.domain);
  };
  return { form, ...useSubmission({ form, fields, failure, send }) };
}

export function AddDialog(props: Props) {
  const { isAdmin, onClose } = props;
  const { form, problem, submit } = useAdd(props);
  const { errors, isSubmitting } = form.formState;
  const isBlank = form.watch("domain").trim() === "";
  return (
    <FormDialog
      onClose={onClose}
      busy={isSubmitting}
      title={say.addNewDomain}
      description={isAdmin ? undefined : say.onlyYouCanSendFrom}
      submit={say.addDomain}
      submitting={say.adding}
      ready={!isBlank}
      problem={problem}
      onSubmit={submit}
    >
      <Field label={say.domainName} error={errors.domain?.message} hint={say.thePartAfterTheOf}>
        {(field) => (
          <Input
            {...field}
            {...form.register("domain")}
            required
            placeholder="example.com"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
          />
        )}
      </Field>
      {isAdmin ? (
        <Field label={say.whoMayUseIt} error={errors.domain_type?.message}>
          {(field) => (
            <Select {...field} {...form.register("domain_type")}>
              <option value="shared">{say.sharedEveryAuthor}</option>
              <option value="user">{say.onlyMe}</option>
            </Select>
          )}
        </Field>
      ) : null}
      <Field label={say.notes} optional error={errors.notes?.message}>
        {(field) => <TextArea {...field} {...form.register("notes")} rows={3} />}
      </Field>
    </FormDialog>
  );
}
