export function notRun(part: string, why: string): boolean;
