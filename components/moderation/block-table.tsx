import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/relative-time';
import type { BlockLine } from '@/lib/domain/blocks';
import { UnblockButton } from './block-button';

const COLUMNS: readonly Column<BlockLine>[] = [
  {
    head: 'Name',
    isRowHead: true,
    cell: ({ agent_id, display_name }) => <RowLink href={`/agents/${agent_id}`}>{display_name}</RowLink>,
  },
  { head: 'Since', kind: 'short', cell: ({ blocked_at }) => <RelativeTime at={blocked_at} /> },
  { head: '', cell: ({ agent_id }) => <UnblockButton agentId={agent_id} /> },
];

/** Whom the owner has blocked. */
export function BlockTable({ blocks }: { blocks: readonly BlockLine[] }) {
  return <DataTable caption="Blocked" columns={COLUMNS} rows={blocks} keyOf={({ agent_id }) => agent_id} />;
}
