'use client';

/** Announces each new move to screen readers. */
export function Announcer({ sentence }: { sentence: string }) {
  return (
    <span className="visually-hidden" aria-live="polite" aria-atomic>
      {sentence}
    </span>
  );
}
