import { type Column, DataTable } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import shared from '@/components/ui/shared.module.css';
import { shortenText } from '@/lib/core/cut-text';
import classes from './memory-preview.module.css';
import { formatBytes } from './memory-table';
import { StatusWord } from './status-word';

/** A key of what an agent is given at the start of a session. */
export interface PreviewLine {
  name: string;
  value: unknown;
  /** Whose value counts; `both`: the agent's hides the shared one. */
  from: 'agent' | 'owner' | 'both';
  /** The shared value that is hidden. */
  hidden?: unknown;
  isFromExperience: boolean;
  isForSession: boolean;
}

/** The merged view of an agent's own document and the shared one: own values win, key by key. */
export function mergePreview(
  own: { data: Record<string, unknown>; sessionKeys: readonly string[]; experienceKeys: readonly string[] },
  shared: Record<string, unknown>,
): PreviewLine[] {
  const names = [...new Set([...Object.keys(shared), ...Object.keys(own.data)])].sort();
  return names.map((name) => {
    const isOwn = name in own.data;
    const isShared = name in shared;
    return {
      name,
      value: isOwn ? own.data[name] : shared[name],
      from: isOwn && isShared ? 'both' : isOwn ? 'agent' : 'owner',
      ...(isOwn && isShared ? { hidden: shared[name] } : {}),
      isFromExperience: isOwn && own.experienceKeys.includes(name),
      isForSession: isOwn && own.sessionKeys.includes(name),
    };
  });
}

const COLUMNS: Column<PreviewLine>[] = [
  {
    head: 'Key',
    cell: (line) => (
      <>
        <bdi className={table.main}>{line.name}</bdi>
        <Origin line={line} className={classes.narrow} />
      </>
    ),
  },
  {
    head: 'Value',
    cell: (line) => (
      <>
        <Value value={line.value} />
        {line.from === 'both' && (
          <span className={classes.hidden}>
            hides the shared <Value value={line.hidden} />
          </span>
        )}
      </>
    ),
  },
  {
    head: 'From',
    kind: 'short',
    hideOn: 'phone',
    cell: (line) => <Origin line={line} />,
  },
];

const MAX_CHARS = 160;

function Value({ value }: { value: unknown }) {
  const text = JSON.stringify(value) ?? '';
  return <code className={classes.value}>{shortenText(text, MAX_CHARS)}</code>;
}

/** Which layer a value is from, and who wrote it. On a phone it is below the key. */
function Origin({ line, className }: { line: PreviewLine; className?: string }) {
  return (
    <span className={[classes.marks, className].filter(Boolean).join(' ')}>
      {line.from === 'owner' && 'shared'}
      {line.from === 'agent' && 'own'}
      {line.from === 'both' && <StatusWord tone="live">conflict: own wins</StatusWord>}
      {line.isFromExperience && <StatusWord tone="bad">written by the experience</StatusWord>}
      {line.isForSession && <StatusWord tone="wait">until the session ends</StatusWord>}
    </span>
  );
}

/** What an experience is given for the agent, key by key. */
export function MemoryPreview({ lines }: { lines: readonly PreviewLine[] }) {
  return <DataTable caption="What the agent will see" columns={COLUMNS} rows={lines} keyOf={(line) => line.name} />;
}

/** How much of the limit of a document is used. */
export function MemoryMeter({ data, limitBytes }: { data: Record<string, unknown>; limitBytes: number }) {
  const bytes = new TextEncoder().encode(JSON.stringify(data)).length;
  const share = bytes / limitBytes;
  const label = `${formatBytes(bytes)} of ${formatBytes(limitBytes)}`;
  return (
    <div className={classes.meter}>
      <progress
        className={shared.meter}
        value={Math.min(1, share)}
        data-tone={share > 0.9 ? 'red' : undefined}
        aria-label={`Memory used: ${label}`}
      />
      <span className={classes.label}>
        {label}
        {share > 1 && ', too large to be saved'}
      </span>
    </div>
  );
}
