import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import type { ModelLine, UsageFigures } from '@/lib/domain/usage';
import { formatLatency } from './usage-charts';
import { formatCost, formatCount } from './usage-figures';

/** The usage of an agent or with an experience. */
type Line = UsageFigures & { id: string | null; name: string | null };

type Kind = 'agent' | 'experience';

const HEADS: Record<Kind, string> = { agent: 'Agent', experience: 'Experience' };
const PATHS: Record<Kind, string> = { agent: '/console/agents/', experience: '/console/usage?experience=' };

function Name({ kind, line: { id, name } }: { kind: Kind; line: Line }) {
  if (id === null) return <span className={table.main}>Without an experience</span>;
  if (name === null) return <span className={table.main}>Deleted</span>;
  return <RowLink href={`${PATHS[kind]}${id}`}>{name}</RowLink>;
}

/** Usage by agent or by experience, the most calls first. */
export function UsageTable({ kind, lines }: { kind: Kind; lines: readonly Line[] }) {
  const columns: Column<Line>[] = [
    { head: HEADS[kind], cell: (line) => <Name kind={kind} line={line} /> },
    { head: 'Calls', kind: 'number', cell: ({ calls }) => formatCount(calls) },
    { head: 'Failed', kind: 'number', hideOn: 'phone', cell: ({ failed }) => formatCount(failed) },
    { head: 'Steps', kind: 'number', hideOn: 'phone', cell: ({ steps }) => formatCount(steps) },
    { head: 'Tokens', kind: 'number', cell: (line) => formatCount(line.input_tokens + line.output_tokens) },
    { head: 'Cost', kind: 'number', cell: (line) => formatCost(line.cost_usd) },
    { head: 'Median', kind: 'number', hideOn: 'phone', cell: (line) => formatLatency(line.latency_ms.p50) },
    { head: '95 %', kind: 'number', hideOn: 'phone', cell: (line) => formatLatency(line.latency_ms.p95) },
  ];
  return <DataTable caption={`Usage by ${kind}`} columns={columns} rows={lines} keyOf={(line) => line.id ?? 'none'} />;
}

const MODEL_COLUMNS: readonly Column<ModelLine>[] = [
  {
    head: 'Model',
    isRowHead: true,
    cell: ({ provider, model }) => (
      <>
        <bdi className={table.main}>{model}</bdi>
        {provider !== '' && (
          <span className={table.sub}>
            <bdi>{provider}</bdi>
          </span>
        )}
      </>
    ),
  },
  { head: 'Steps', kind: 'number', cell: ({ steps }) => formatCount(steps) },
  { head: 'Tokens in', kind: 'number', hideOn: 'phone', cell: (line) => formatCount(line.input_tokens) },
  { head: 'Tokens out', kind: 'number', hideOn: 'phone', cell: (line) => formatCount(line.output_tokens) },
  { head: 'Cost', kind: 'number', cell: (line) => formatCost(line.cost_usd) },
  {
    head: 'Cost a step',
    kind: 'number',
    cell: ({ steps, cost_usd: cost }) => (steps === 0 ? '–' : formatCost(cost / steps)),
  },
];

/** What agents reported by model, the most tokens first. */
export function ModelTable({ lines }: { lines: readonly ModelLine[] }) {
  return (
    <DataTable
      caption="Usage by model"
      columns={MODEL_COLUMNS}
      rows={lines}
      keyOf={({ provider, model }) => `${provider} ${model}`}
    />
  );
}
