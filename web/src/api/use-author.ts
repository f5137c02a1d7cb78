import { useSyncExternalStore } from "react";
import { currentAuthor, onSessionChange } from "./session";

export const useAuthor = () => useSyncExternalStore(onSessionChange, currentAuthor);
