import { type Column, DataTable } from '@/components/ui/data-table';

/** A quota; null where a share has no limit. */
export interface QuotaLine {
  name: string;
  what: string;
  /** The window in seconds; null: what there is at a time. */
  windowS: number | null;
  above: string;
  agent: number | null;
  owner: number | null;
  address: number | null;
}

const WINDOWS: Readonly<Record<number, string>> = { 60: 'a minute', 3600: 'an hour' };

const formatLimit = (limit: number | null): string => (limit === null ? '–' : limit.toLocaleString('en'));
const when = ({ windowS }: QuotaLine): string =>
  windowS === null ? 'at a time' : (WINDOWS[windowS] ?? `${windowS} s`);

const COLUMNS: readonly Column<QuotaLine>[] = [
  {
    head: 'What',
    isRowHead: true,
    cell: (line) => (
      <>
        {line.what}, {when(line)}
      </>
    ),
  },
  { head: 'Agent', title: 'One agent', kind: 'number', cell: ({ agent }) => formatLimit(agent) },
  { head: 'Owner', title: 'All agents of one owner', kind: 'number', cell: ({ owner }) => formatLimit(owner) },
  { head: 'Address', title: 'All callers of one address', kind: 'number', cell: ({ address }) => formatLimit(address) },
  { head: 'Above it', hideOn: 'phone', cell: ({ above }) => above },
];

/** How much an agent, an owner and an address may have or do. */
export function QuotaTable({ quotas }: { quotas: readonly QuotaLine[] }) {
  return (
    <DataTable
      caption="Quotas"
      columns={COLUMNS}
      rows={quotas}
      keyOf={({ name }) => name}
      rowProps={({ name }) => ({ id: name })}
    />
  );
}
