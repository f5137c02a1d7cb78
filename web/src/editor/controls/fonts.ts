/** Fonts that are on nearly every device, so that a mail has to load none. */
export const fontStacks: { label: string; value: string }[] = [
  { label: "Arial", value: "Arial, Helvetica, sans-serif" },
  { label: "Verdana", value: "Verdana, Geneva, sans-serif" },
  { label: "Tahoma", value: "Tahoma, Geneva, sans-serif" },
  { label: "Trebuchet", value: "'Trebuchet MS', Helvetica, sans-serif" },
  { label: "Georgia", value: "Georgia, 'Times New Roman', serif" },
  { label: "Times", value: "'Times New Roman', Times, serif" },
  { label: "Palatino", value: "'Palatino Linotype', Palatino, serif" },
  { label: "Courier", value: "'Courier New', Courier, monospace" },
];

/** The known fonts, and one that came from elsewhere. */
export const fontChoices = (current: string | undefined) =>
  current === undefined || fontStacks.some(({ value }) => value === current)
    ? fontStacks
    : [...fontStacks, { label: current, value: current }];
