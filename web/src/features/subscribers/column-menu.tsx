import { Columns3 } from "lucide-react";
import type { Subscriber } from "@/api/subscribers";
import { Button } from "@/ui/button";
import { Menu, MenuCheck } from "@/ui/menu";
import { attributeOf, type Column, labelOf, offeredColumns } from "./columns";
import { say } from "./words";

interface Props {
  rows: Subscriber[];
  columns: Column[];
  onToggle: (column: Column) => void;
}

export function ColumnMenu({ rows, columns, onToggle }: Props) {
  return (
    <Menu
      className="max-h-80 overflow-y-auto"
      trigger={(props) => (
        <Button {...props} className="max-sm:flex-1">
          <Columns3 aria-hidden="true" />
          {say.columns}
        </Button>
      )}
    >
      {offeredColumns(rows, columns).map((column) => (
        <MenuCheck key={column} checked={columns.includes(column)} onClick={() => onToggle(column)}>
          <span className="truncate">{labelOf(column)}</span>{" "}
          {attributeOf(column) === null ? null : (
            <span className="ml-auto pl-4 text-12 text-muted">{say.attribute}</span>
          )}
        </MenuCheck>
      ))}
    </Menu>
  );
}
