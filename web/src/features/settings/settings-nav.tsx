import { ChevronDown } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { cn } from "@/lib/cn";
import { Button } from "@/ui/button";
import { Menu, MenuRadio } from "@/ui/menu";
import { type Section, sections, settingsPath } from "./sections";
import { say } from "./words";

function Column({ here }: { here: Section }) {
  return (
    <nav aria-label={say.settings} className="sticky top-20 hidden self-start xl:block">
      <ul className="grid gap-0.5">
        {sections.map((section) => (
          <li key={section.slug}>
            <Link
              to={settingsPath(section)}
              aria-current={section === here ? "page" : undefined}
              className={cn(
                "flex h-9 items-center rounded-control px-2.5 text-13 font-medium text-muted transition-colors duration-150 hover:bg-raised hover:text-text",
                section === here && "bg-raised text-text",
              )}
            >
              {section.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The same where there is no room for a column. */
function Choice({ here }: { here: Section }) {
  const navigate = useNavigate();
  return (
    <div className="xl:hidden">
      <Menu
        className="right-auto left-0 w-full sm:w-72"
        trigger={(props) => (
          <Button {...props} aria-label={say.settingsTitle(here.title)} className="w-full justify-between sm:w-72">
            {here.title}
            <ChevronDown aria-hidden="true" />
          </Button>
        )}
      >
        {sections.map((section) => (
          <MenuRadio key={section.slug} checked={section === here} onClick={() => void navigate(settingsPath(section))}>
            {section.title}
          </MenuRadio>
        ))}
      </Menu>
    </div>
  );
}

/** Every page of the settings, the present one marked. */
export function SettingsNav({ here }: { here: Section }) {
  return (
    <>
      <Column here={here} />
      <Choice here={here} />
    </>
  );
}
