import type { ReactNode } from "react";
import { Section } from "./surface";

interface Props {
  id: string;
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** A part of a page of forms; on a wide screen its title stands beside them. */
export function FormSection({ children, ...heading }: Props) {
  return (
    <Section
      {...heading}
      className="mt-10 border-line border-t pt-8 first:mt-8 first:border-t-0 first:pt-0 lg:grid lg:grid-cols-[240px_minmax(0,680px)] lg:items-start lg:gap-x-12"
    >
      <div className="grid min-w-0 gap-4">{children}</div>
    </Section>
  );
}
