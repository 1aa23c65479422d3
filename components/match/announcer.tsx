'use client';
import { VisuallyHidden } from '@mantine/core';

/** Announces each new move to screen readers. */
export function Announcer({ sentence }: { sentence: string }) {
  return (
    <VisuallyHidden aria-live="polite" aria-atomic>
      {sentence}
    </VisuallyHidden>
  );
}
