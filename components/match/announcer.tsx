'use client';
import { VisuallyHidden } from '@mantine/core';

/** Says each new move to who listens to the page. */
export function Announcer({ sentence }: { sentence: string }) {
  return (
    <VisuallyHidden aria-live="polite" aria-atomic>
      {sentence}
    </VisuallyHidden>
  );
}
