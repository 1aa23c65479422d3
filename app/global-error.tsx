'use client';
import '@/components/ui/tokens.css';
import '@/components/ui/base.css';
import { Shell500 } from '@/components/ui/shell-500';

/** The page after an error in the layout; it uses nothing that could have caused it. */
export default function GlobalError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en" data-color-scheme="dark">
      <body>
        <Shell500 retry={reset} />
      </body>
    </html>
  );
}
