'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { ButtonLink } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';

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
    <nav className={shared.pager} aria-label="Pages">
      {page > 1 && (
        <ButtonLink href={to(page - 1)} variant="default" rel="prev">
          Previous
        </ButtonLink>
      )}
      <span>
        Page {page} of {total}
      </span>
      {page < total && (
        <ButtonLink href={to(page + 1)} variant="default" rel="next">
          Next
        </ButtonLink>
      )}
    </nav>
  );
}
