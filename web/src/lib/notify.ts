import { toast } from "sonner";

/** The product's alerts, said politely: they never block and are read out by screen readers. */
export const notify = (text: string, detail?: string) => toast.success(text, { description: detail });
export const warn = (text: string) => toast.error(text, { duration: 10_000 });
