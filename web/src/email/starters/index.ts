import { build, type Starter } from "./build";
import { letters } from "./letters";
import { news } from "./news";
import { occasions } from "./occasions";

export type { Starter } from "./build";

/** From the plainest to the richest. `origin` comes before the pictures. */
export const starters = (origin: string): Starter[] =>
  [...letters, ...news, ...occasions].map((recipe) => build(recipe, origin));
