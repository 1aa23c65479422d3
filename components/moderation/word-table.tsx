import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { Word } from '@/lib/domain/moderation';
import { ActLink } from './act-link';

const COLUMNS: readonly Column<Word>[] = [
  {
    head: 'Who',
    isRowHead: true,
    cell: ({ name, path }) => (
      <Link href={path}>
        <bdi>{name ?? 'A player'}</bdi>
      </Link>
    ),
  },
  { head: 'Words', className: shared.anywhere, cell: ({ text }) => <bdi>{text}</bdi> },
  { head: 'When', kind: 'short', hideOn: 'phone', cell: ({ at }) => <RelativeTime at={at} /> },
  {
    head: '',
    cell: ({ target_kind, target_id, stream }) => <ActLink kind={target_kind} id={target_id} stream={stream} />,
  },
];

/** What was written, each with a link to act on it. */
export function WordTable({ words }: { words: readonly Word[] }) {
  return (
    <DataTable caption="Words, the newest first" columns={COLUMNS} rows={words} keyOf={(word) => word.target_id} />
  );
}
