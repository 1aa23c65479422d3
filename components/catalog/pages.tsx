'use client';
import { Button } from '@mantine/core';
import { usePathname, useSearchParams } from 'next/navigation';
import rows from '@/components/console/rows.module.css';
import { Link } from '@/components/ui/link';

/** Links to the previous and next page; nothing for a single page. */
export function Pages({ page, total }: { page: number; total: number }) {
  const path = usePathname();
  const search = useSearchParams();
  if (total <= 1) return null;
  const to = (number: number) => {
    const next = new URLSearchParams(search);
    if (number === 1) next.delete('page');
    else next.set('page', String(number));
    return next.size === 0 ? path : `${path}?${next}`;
  };
  return (
    <nav className={rows.more} aria-label="Pages">
      {page > 1 && (
        <Button component={Link} href={to(page - 1)} variant="default" size="sm" rel="prev">
          Previous
        </Button>
      )}
      <span className={rows.page}>
        Page {page} of {total}
      </span>
      {page < total && (
        <Button component={Link} href={to(page + 1)} variant="default" size="sm" rel="next">
          Next
        </Button>
      )}
    </nav>
  );
}
