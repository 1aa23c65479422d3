import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { RelativeTime } from '@/components/ui/relative-time';

/** A memory in the list. */
export interface MemoryLine {
  layer: 'agent' | 'owner';
  agentId: string | null;
  agentName: string | null;
  experienceId: string;
  experienceName: string | null;
  keys: string[];
  bytes: number;
  version: number;
  updatedBy: string;
  updatedAt: string;
}

const KEYS_SHOWN = 6;

/** "312 B", "4.1 KB". */
export function formatBytes(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
}

function formatKeys(keys: readonly string[]): string {
  if (keys.length === 0) return 'empty';
  const keyList = keys.slice(0, KEYS_SHOWN).join(', ');
  return keys.length > KEYS_SHOWN ? `${keyList} and ${keys.length - KEYS_SHOWN} more` : keyList;
}

function memoryPath(line: MemoryLine): string {
  const path = `/console/memory/${line.experienceId}`;
  return line.agentId === null ? path : `${path}?agent=${line.agentId}`;
}

const COLUMNS: Column<MemoryLine>[] = [
  {
    head: 'Memory',
    cell: (line) => (
      <>
        <RowLink href={memoryPath(line)}>{line.experienceName ?? 'A deleted experience'}</RowLink>
        <span className={table.sub}>
          <bdi>{line.agentName ?? 'Shared by all your agents'}</bdi>
        </span>
      </>
    ),
  },
  { head: 'Keys', hideOn: 'phone', cell: (line) => <bdi>{formatKeys(line.keys)}</bdi> },
  { head: 'Size', kind: 'number', hideOn: 'phone', cell: (line) => formatBytes(line.bytes) },
  {
    head: 'Written',
    kind: 'short',
    cell: (line) => (
      <>
        <RelativeTime at={line.updatedAt} />
        <span className={table.sub}>
          by {line.updatedBy}, version {line.version}
        </span>
      </>
    ),
  },
];

/** Memories, the newest write first. */
export function MemoryTable({ lines }: { lines: readonly MemoryLine[] }) {
  return (
    <DataTable
      caption="Memories"
      columns={COLUMNS}
      rows={lines}
      keyOf={(line) => `${line.agentId}-${line.experienceId}`}
    />
  );
}
