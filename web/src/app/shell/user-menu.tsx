import { Keyboard, LogOut } from "lucide-react";
import { useAuthor } from "@/api/session";
import { Menu, MenuItem, MenuLine } from "@/ui/menu";
import { say } from "../words";
import { useSigningOut, useSignOut } from "./use-sign-out";

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean).slice(0, 2);
  return words.map((word) => word.charAt(0).toUpperCase()).join("") || "?";
}

export function UserMenu({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const author = useAuthor();
  const signOut = useSignOut();
  useSigningOut();
  if (!author) return null;
  return (
    <Menu
      className="min-w-60"
      trigger={(props) => (
        <button
          type="button"
          className="grid size-8 place-content-center rounded-full border border-line-strong bg-raised font-medium text-12 transition-colors duration-150 hover:border-muted"
          {...props}
        >
          <span aria-hidden="true">{initialsOf(author.name)}</span>
          <span className="sr-only">{say.userMenu}</span>
        </button>
      )}
    >
      <div className="px-2.5 py-2 text-12 text-muted">
        <span className="block truncate font-medium text-13 text-text">{author.name}</span>
        <span className="block truncate">{author.email}</span>
      </div>
      <MenuLine />
      <MenuItem onClick={onShowShortcuts}>
        <Keyboard aria-hidden="true" />
        {say.keyboardShortcuts}
      </MenuItem>
      <MenuItem onClick={signOut}>
        <LogOut aria-hidden="true" />
        {say.signOut}
      </MenuItem>
    </Menu>
  );
}
