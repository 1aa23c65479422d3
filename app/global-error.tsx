'use client';
import '@/components/ui/tokens.css';
import '@/components/ui/base.css';
import { Shell500 } from '@/components/ui/shell-500';

/** When even the frame of the page failed; it may use nothing that could have been the cause. */
export default function GlobalError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en" data-mantine-color-scheme="dark">
      <body>
        <Shell500 retry={reset} />
      </body>
    </html>
  );
}
