import { parseSync } from "vite";
import { textOf } from "./sources";

/** What the parser gives, as far as it is looked at here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/** Attributes whose text nobody reads. */
const technical =
  /^(accept|align|as|at|autoC\w+|className|clipPath|color|cx|cy|d|data-.*|decoding|dir|download|draftKey|drawing|enterKeyHint|exact|field|fill.*|fix|font|height|href|htmlFor|icon|id|inputMode|key|keys|kind|lang|list|loading|look|media|method|mode|name|offset|part|path|pattern|place|points|preserveAspectRatio|property|referrerPolicy|rel|role|sandbox|scope|side|size|sizes|spellCheck|src|step|stroke.*|tag|target|to|tone|transform|translate|type|value|variant|viewBox|width|wrap|x|y|aria-(atomic|autocomplete|busy|controls|current|describedby|disabled|expanded|haspopup|hidden|invalid|labelledby|live|modal|multiline|orientation|pressed|relevant|sort))$/;

/** Names of keys, fonts and headers, and what is built of signs. */
const unread =
  /^(Accept|Authorization|Bearer .*|End|Home|[A-Z]\w+( New Roman)?, .*serif|Arial|Courier|Georgia|Palatino|Tahoma|Times|Trebuchet|Verdana)$|<t[dr]|<div|text-align:|[})]px( |$)|\?mode=|\.(csv|html)$|^\S*[?=/-]\S*$/;

/** Words of style sheets, of HTML and of code, where two stand beside one another. */
const classes =
  /(^|\s)(-?(bg|border|col|decoration|divide|duration|ease|fill|flex|font|from|gap|grid|group|h|inset|items|justify|leading|left|line|m[btlrxy]?|max|min|object|order|outline|overflow|p[btlrxy]?|place|pointer|print|right|ring|rounded|row|scroll|self|shadow|shrink|size|space|sr|stroke|text|top|touch|tracking|transition|translate|underline|w|whitespace|will|z)-\S+|\S*[:=]\S+|\S*[[\]{}#@*/\\]\S*|absolute|block|fixed|flex|grid|hidden|inline|noopener|noreferrer|relative|sticky|truncate)(\s|$)/;

/** Lists of names, what style sheets ask and move, and how the lines of examples begin. */
const lists =
  /^(allow-same-origin|answer =|body:|const|facebook|import|input,|merge-chip|mj-head|not all|p div|script|translate\()/;

/** What other programs call their columns, and what one may type to find a command. */
const vocabularies = /^(lib\/csv-headers|app\/search\/use-commands|features\/search\/commands)\.ts$/;

/** The middle of a sentence: words beside one another, the first of them small. */
function isPhrase(text: string): boolean {
  if (lists.test(text)) return false;
  const words = text
    .replace(/\$\{[^}]*\}/g, " ")
    .trim()
    .split(/\s+/);
  if (words.length < 2 || !/^[\p{Ll}\d]/u.test(words[0] ?? "") || classes.test(words.join(" "))) return false;
  return words.filter((word) => /^[(“]?[\p{L}][\p{L}'’-]+[)”,.:;…!?]*$/u.test(word)).length >= 2;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";
const through = /^(JSXExpressionContainer|ConditionalExpression|LogicalExpression|ParenthesizedExpression)$/;
const compares = (node: Node | undefined) => node?.type === "BinaryExpression" || node?.type === "SwitchCase";

/** Whether a text stands where nobody reads it: in a comparison, a message for the console, an error of ours. */
function isHidden(node: Node, above: Node[], code: string): boolean {
  const parent = above.at(-1);
  if (compares(parent) || parent?.type === "TaggedTemplateExpression") return true;
  if (parent?.type === "Property" && parent.key === node) return true;
  return above.some(({ type, callee }) => {
    if (!isNode(callee)) return false;
    const name = code.slice(callee.start, callee.end);
    if (type === "NewExpression") return /^(Error|TypeError|RegExp)$/.test(name);
    return /^console\.|\.(includes|startsWith|endsWith|has|get|match|test|querySelector)$/.test(name);
  });
}

/** Whether a text in code, under these nodes, is one that somebody reads. */
function isRead(text: string, above: Node[], file: string): boolean {
  const fixed = text.replace(/\$\{[^}]*\}/g, "").trim();
  if (!/[A-Za-z]{2}/.test(fixed) || unread.test(text)) return false;
  const place = above.findLast(({ type }) => !through.test(type));
  if (place?.type === "JSXAttribute") {
    const { name } = place.name as { name?: string };
    return !technical.test(name ?? "") && /[A-Z]|\s/.test(fixed);
  }
  if (/^JSX(Element|Fragment)$/.test(place?.type ?? "")) return true;
  return (
    (isPhrase(text) && !vocabularies.test(file)) ||
    (/^[A-Z“‘…$]/.test(text) &&
      /[a-z]{2}/.test(fixed) &&
      (/ /.test(text) || /^[A-Z][a-z]+(\.\.\.|[….:!?])?$/.test(text)))
  );
}

/** The texts for people in a source file, each with its line: what belongs into a catalogue. */
export function stringsOf(file: string): string[] {
  const code = textOf(file);
  const found: string[] = [];
  const tell = (node: Node, text: string) =>
    found.push(`${file}:${code.slice(0, node.start).split("\n").length} ${text.replace(/\s+/g, " ").trim()}`);
  const visit = (value: unknown, above: Node[]) => {
    if (Array.isArray(value)) for (const part of value) visit(part, above);
    if (!isNode(value)) return;
    const { type } = value;
    if (/^(Import|Export(All|Named))Declaration$/.test(type) && value.source) return;
    if (/^TS(?!As|Satisfies|NonNull)/.test(type)) return;
    if (type === "JSXText") {
      if (/[A-Za-z]{2}/.test(String(value.value))) tell(value, String(value.value));
      return;
    }
    if ((type === "Literal" && typeof value.value === "string") || type === "TemplateLiteral") {
      const text = type === "Literal" ? String(value.value) : code.slice(value.start + 1, value.end - 1);
      if (isRead(text, above, file) && !isHidden(value, above, code)) return void tell(value, text);
    }
    for (const [name, part] of Object.entries(value))
      if (name !== "typeAnnotation" && name !== "typeArguments") visit(part, [...above, value]);
  };
  visit(parseSync(file, code).program, []);
  return found;
}
