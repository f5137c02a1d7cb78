import { newBlockId } from "./ids";
import type { Block, BlockStyle } from "./types";
import { say } from "./words";

export const MAX_BLOCKS = 500;
/** How many entries are looked at, readable or not. */
export const MAX_VISITS = 5000;
const MAX_TEXT = 200_000;
const MAX_PROBLEMS = 30;

export const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const read = (from: object, key: string): unknown =>
  Object.hasOwn(from, key) ? Reflect.get(from, key) : undefined;

/** Keys without a value are not stored. */
export function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** What one reading has seen so far. */
export class Reading {
  readonly problems: string[] = [];
  private readonly ids = new Set<string>();
  private blocks = 0;
  private visits = 0;

  problem(sentence: string) {
    if (this.problems.length < MAX_PROBLEMS) {
      if (!this.problems.includes(sentence)) this.problems.push(sentence);
    } else if (this.problems.length === MAX_PROBLEMS) this.problems.push(say.thereWereMoreProblemsOf);
  }

  id(value: unknown): string {
    const own = typeof value === "string" && value !== "" && value.length <= 200 && !this.ids.has(value);
    const id = own ? value : newBlockId();
    this.ids.add(id);
    return id;
  }

  /** Whether another entry may be looked at. */
  visit(): boolean {
    if (this.visits++ < MAX_VISITS && this.blocks < MAX_BLOCKS) return true;
    this.problem(say.aMailHoldsAtMost(MAX_BLOCKS));
    return false;
  }

  counted() {
    this.blocks++;
  }
}

/** The fields of one block; the factory's values stand in for what is missing or of a wrong type. */
export class Fields {
  constructor(
    private readonly source: object,
    private readonly defaults: object,
    private readonly type: string,
    private readonly reading: Reading,
    /** Reads blocks that stand inside. */
    readonly blocks: (list: unknown[]) => Block[],
  ) {}

  /** As it was written, whatever that is. */
  raw(key: string): unknown {
    return read(this.source, key);
  }

  problem(sentence: string) {
    this.reading.problem(sentence);
  }

  /** What a new block has there, since this could not be read. */
  replaced(key: string): unknown {
    this.reading.problem(say.keyOfATypeBlock(key, this.type));
    return read(this.defaults, key);
  }

  private ignored(key: string, value: unknown): undefined {
    if (value !== undefined && value !== null) this.reading.problem(say.keyOfATypeBlockCould(key, this.type));
    return undefined;
  }

  /** As much of a text as is kept. */
  cut(value: string): string {
    if (value.length <= MAX_TEXT) return value;
    this.reading.problem(say.aTypeBlockWasToo(this.type));
    return value.slice(0, MAX_TEXT);
  }

  text(key: string): string {
    const value = read(this.source, key);
    return typeof value === "string" ? this.cut(value) : String(this.replaced(key) ?? "");
  }

  maybeText(key: string): string | undefined {
    const value = read(this.source, key);
    return typeof value === "string" ? this.cut(value) : this.ignored(key, value);
  }

  number(key: string): number {
    const value = read(this.source, key);
    return typeof value === "number" && Number.isFinite(value) ? value : Number(this.replaced(key) ?? 0);
  }

  maybeNumber(key: string): number | undefined {
    const value = read(this.source, key);
    return typeof value === "number" && Number.isFinite(value) ? value : this.ignored(key, value);
  }

  /** A number, or null where null says "as it comes". */
  size(key: string): number | null | undefined {
    return read(this.source, key) === null ? null : this.maybeNumber(key);
  }

  maybeFlag(key: string): boolean | undefined {
    const value = read(this.source, key);
    return typeof value === "boolean" ? value : this.ignored(key, value);
  }

  oneOf<T extends string | number>(key: string, values: readonly T[]): T {
    const value = read(this.source, key);
    const found = values.find((one) => one === value);
    return found ?? (this.replaced(key) as T);
  }

  maybeOneOf<T extends string>(key: string, values: readonly T[]): T | undefined {
    const value = read(this.source, key);
    return values.find((one) => one === value) ?? this.ignored(key, value);
  }

  style(): BlockStyle | undefined {
    const value = read(this.source, "style");
    if (!isObject(value)) return this.ignored("style", value);
    const out: Record<string, string> = {};
    for (const key of styleKeys) {
      const one = read(value, key);
      if (typeof one === "string" && one.length <= 500) {
        if (key !== "textAlign" || aligned.includes(one)) out[key] = one;
        else this.ignored("textAlign", one);
      } else if (typeof one === "number" && Number.isFinite(one) && lengths.has(key)) out[key] = `${one}px`;
      else this.ignored(key, one);
    }
    return out;
  }
}

const aligned = ["left", "center", "right", "justify"];
const lengths = new Set(["fontSize", "margin", "padding", "borderRadius", "width", "height"]);
const styleKeys = [
  "textAlign",
  "color",
  "backgroundColor",
  "fontSize",
  "fontFamily",
  "margin",
  "padding",
  "borderRadius",
  "border",
  "width",
  "height",
  "darkColor",
  "darkBackgroundColor",
] as const satisfies (keyof BlockStyle)[];
