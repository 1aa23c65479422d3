'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { ButtonLink } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';

/** Links to the lines after `cursor` with the same filters; nothing on the last page. */
export function NextPage({ cursor, label = 'Older' }: { cursor: string | null; label?: string }) {
  const path = usePathname();
  const search = new URLSearchParams(useSearchParams());
  const later = search.has('cursor');
  search.delete('cursor');
  const start = search.size === 0 ? path : `${path}?${search}`;
  if (cursor !== null) search.set('cursor', cursor);
  if (cursor === null && !later) return null;
  return (
    <nav className={shared.pager} aria-label="Newer and older">
      {later && (
        <ButtonLink href={start} variant="default">
          Newest
        </ButtonLink>
      )}
      {cursor !== null && (
        <ButtonLink href={`${path}?${search}`} variant="default">
          {label}
        </ButtonLink>
      )}
    </nav>
  );
}
