/** The product's mark: a piece of type with an L on its face. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path d="M9 8h7v2h-2v11.5h4.2q1.6 0 2.2-2l.6-2H23l-.6 6.500H9v-2h2V10H9z" className="fill-accent-ink" />
    </svg>
  );
}
