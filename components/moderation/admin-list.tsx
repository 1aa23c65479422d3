import type { ReactNode } from 'react';
import { ConsolePage } from '@/components/console/console-page';
import { NextPage } from '@/components/console/next-page';
import { type Column, DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { SearchForm } from './search-form';

/** A list of moderators and administrators: a search, a table, older lines. */
export function AdminList<Line extends { id: string }>({
  title,
  lead,
  search,
  columns,
  page,
  children,
}: {
  title: string;
  lead: string;
  search: { label: string; value: string | null };
  columns: readonly Column<Line>[];
  page: { lines: readonly Line[]; nextCursor: string | null };
  children?: ReactNode;
}) {
  return (
    <ConsolePage title={title} lead={lead}>
      {children}
      <SearchForm {...search} />
      {page.lines.length > 0 ? (
        <DataTable
          caption={`${title}, the newest first`}
          columns={columns}
          rows={page.lines}
          keyOf={({ id }) => id}
          scrolls
        />
      ) : (
        <EmptyState title="Nothing was found." />
      )}
      <NextPage cursor={page.nextCursor} />
    </ConsolePage>
  );
}
