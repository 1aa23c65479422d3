import type { ReactNode } from 'react';

/** In place of next/link: a page in a frame opens other pages beside the page that shows it. */
export default function Link({
  children,
  prefetch: _,
  ...own
}: {
  href: string;
  className?: string;
  title?: string;
  prefetch?: boolean;
  children: ReactNode;
}) {
  return (
    <a {...own} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
