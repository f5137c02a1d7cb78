import { useRef } from "react";
import { newIdempotencyKey } from "@/api/forms";
import { NetworkError } from "@/api/problem";

/** One key per name, kept while the answer is unknown, so that a second try can't do the same twice. */
export function useOnce() {
  const keys = useRef(new Map<string, string>());
  return async <T>(name: string, call: (key: string) => Promise<T>): Promise<T> => {
    const key = keys.current.get(name) ?? newIdempotencyKey();
    keys.current.set(name, key);
    try {
      const answer = await call(key);
      keys.current.delete(name);
      return answer;
    } catch (error) {
      if (!(error instanceof NetworkError)) keys.current.delete(name);
      throw error;
    }
  };
}
