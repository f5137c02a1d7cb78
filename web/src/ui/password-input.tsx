import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cn } from "@/lib/cn";
import { Button } from "./button";
import { Input } from "./field";
import { say } from "./words";

/** A password that can be looked at while it is typed. */
export function PasswordInput({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        {...props}
        type={shown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="none"
        className={cn("pr-10", className)}
      />
      <Button
        look="quiet"
        size="small-icon"
        aria-label={shown ? say.hideWhatIsTyped : say.showWhatIsTyped}
        onClick={() => setShown((now) => !now)}
        className="absolute top-0.5 right-0.5"
      >
        {shown ? <EyeOff /> : <Eye />}
      </Button>
    </div>
  );
}
