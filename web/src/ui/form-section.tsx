import type { ReactNode } from "react";
import { Section } from "./surface";

interface Props {
  id: string;
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** A page of forms under its title. */
export function FormSection({ children, ...heading }: Props) {
  return (
    <Section {...heading} className="mt-0">
      <div className="grid min-w-0 gap-4">{children}</div>
    </Section>
  );
}
