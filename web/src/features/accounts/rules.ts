import { say } from "./words";

/** What the forms check before they ask the server, which has the last word. */

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$|^[^\s@]+@localhost$/;
const MIN_PASSWORD = 10;
const MAX_PASSWORD = 128;

export const emailError = (email: string) => (EMAIL.test(email.trim()) ? undefined : say.enterAnEmailAddressSuch);

/** A new password, counted in characters as the server does. */
export function passwordError(password: string): string | undefined {
  if (password === "") return say.enterYourPassword;
  const { length } = Array.from(password);
  return length < MIN_PASSWORD || length > MAX_PASSWORD ? say.use10To128Characters : undefined;
}
