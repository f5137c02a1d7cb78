import { type Block, kindOf } from "./blocks";
import type { Field } from "./checks/words";

/** The texts and addresses of a block, in reading order. */
export const fieldsOf = (block: Block): Field[] => kindOf(block).texts?.(block) ?? [];

function withValue<B extends Block>(block: B, { field }: Field, value: string): B {
  const [key = "", inner] = field.split(/\.(.*)/s);
  if (inner === undefined) return { ...block, [key]: value };
  return { ...block, [key]: { ...Reflect.get(block, key), [inner]: value } };
}

/** The block with each of its texts changed; those that become null stay. */
export const withTexts = <B extends Block>(block: B, change: (field: Field) => string | null): B =>
  fieldsOf(block).reduce((one, field) => {
    const value = change(field);
    return value === null || value === field.value ? one : withValue(one, field, value);
  }, block);

/** Whether it shows a picture that somebody chooses. */
export const hasPicture = (block: Block): boolean => fieldsOf(block).some(({ kind }) => kind === "image");
