import { Monitor, Moon, Sun } from "lucide-react";
import { chooseTheme, useThemeChoice } from "@/lib/theme";
import { Button } from "@/ui/button";
import { Menu, MenuRadio } from "@/ui/menu";
import { say } from "../words";

const choices = [
  { value: "light", label: say.light, icon: Sun },
  { value: "dark", label: say.dark, icon: Moon },
  { value: "system", label: say.system, icon: Monitor },
] as const;

export function ThemeToggle() {
  const choice = useThemeChoice();
  const Icon = choices.find((option) => option.value === choice)?.icon ?? Monitor;
  return (
    <Menu
      className="min-w-36"
      trigger={(props) => (
        <Button look="quiet" size="icon" aria-label={say.toggleTheme} {...props}>
          <Icon />
        </Button>
      )}
    >
      {choices.map(({ value, label, icon: ChoiceIcon }) => (
        <MenuRadio key={value} checked={value === choice} onClick={() => chooseTheme(value)}>
          <ChoiceIcon />
          {label}
        </MenuRadio>
      ))}
    </Menu>
  );
}
