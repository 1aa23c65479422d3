import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import classes from '@/components/console/console-nav.module.css';
import { DocsNav } from '@/components/docs/docs-nav';

export const metadata: Metadata = { title: { default: 'Docs', template: '%s · Docs · Botplay' } };

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <DocsNav />
      </div>
      <div className={classes.content}>{children}</div>
    </div>
  );
}
