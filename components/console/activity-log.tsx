'use client';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconChevronRight } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { Fragment, type ReactNode, useState } from 'react';
import { type Column, DataTable } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Toggle } from '@/components/ui/toggle';
import { ERRORS, type ErrorCode } from '@/lib/core/errors';
import type { Activity } from '@/lib/domain/console';
import shared from '../ui/shared.module.css';
import { formatDuration } from './activity-line';
import classes from './activity-log.module.css';
import { useActivityTail } from './use-activity-tail';

/** The columns that a phone shows: details across one more would take its width from them. */
const NARROW_COLUMNS = 3;

/**
 * Calls of an owner's agents, newest first; a row opens to its details. On the newest page new calls appear as they are made.
 * `search` holds the filters as REST names them.
 */
export function ActivityLog({
  lines: first,
  search,
  canFollow,
  exportPath,
  whenEmpty,
}: {
  lines: readonly Activity[];
  search: string;
  /** Whether new calls appear: only on the newest page. */
  canFollow: boolean;
  exportPath: string;
  /** Shown while there is no call. */
  whenEmpty: ReactNode;
}) {
  const [following, setFollowing] = useState(true);
  const { lines, state } = useActivityTail(first, search, canFollow && following);
  const [openId, setOpenId] = useState<string | null>(null);
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const columns = columnsWith(openId, setOpenId);
  return (
    <>
      <div className={classes.bar}>
        {canFollow && (
          <Toggle
            label={state === 'cut' ? 'Live: connection lost, trying again' : 'Live'}
            checked={following}
            onChange={(isOn) => setFollowing(isOn)}
          />
        )}
        <span className={classes.exports}>
          Export <a href={`${exportPath}&format=csv`}>CSV</a> · <a href={`${exportPath}&format=jsonl`}>JSON lines</a>
        </span>
      </div>
      {lines.length === 0 ? (
        whenEmpty
      ) : (
        <DataTable
          caption="Calls, newest first"
          className={classes.log}
          columns={columns}
          rows={lines}
          keyOf={({ id }) => id}
          rowProps={({ id }) => ({ 'data-open': id === openId || undefined })}
          details={(line) =>
            line.id === openId && (
              <tr className={classes.details}>
                <td colSpan={isNarrow ? NARROW_COLUMNS : columns.length}>
                  <Details line={line} />
                </td>
              </tr>
            )
          }
        />
      )}
    </>
  );
}

/** The columns; the first has the button that opens a row. */
const columnsWith = (openId: string | null, open: (id: string | null) => void): readonly Column<Activity>[] => [
  {
    head: 'Call',
    cell: ({ id, tool }) => (
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={id === openId}
        onClick={() => open(id === openId ? null : id)}
      >
        <IconChevronRight size={14} aria-hidden className={classes.chevron} />
        <code className={table.identifier}>{tool}</code>
      </button>
    ),
  },
  {
    head: 'Experience',
    hideOn: 'phone',
    cell: ({ experience_name }) => <bdi className={classes.one}>{experience_name}</bdi>,
  },
  {
    head: 'Agent',
    hideOn: 'phone',
    cell: ({ agent_id, agent_name }) => (
      <Link href={`/console/agents/${agent_id}`} className={classes.one} dir="auto">
        {agent_name}
      </Link>
    ),
  },
  { head: 'Outcome', cell: (line) => <Outcome line={line} /> },
  { head: 'Took', kind: 'number', hideOn: 'phone', cell: ({ duration_ms }) => formatDuration(duration_ms) },
  { head: 'When', className: classes.time, cell: ({ at }) => <RelativeTime at={at} /> },
];

function Outcome({ line: { outcome, status } }: { line: Activity }) {
  if (outcome === 'ok') {
    return (
      <span className={classes.ok}>
        <IconCheck size={16} stroke={2} aria-hidden /> {status ?? 'ok'}
      </span>
    );
  }
  return (
    <span className={classes.failed}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span className={classes.one}>
        {status}{' '}
        {outcome.split(/(?<=_)/).map((part, at) => (
          <Fragment key={part}>
            {at > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
    </span>
  );
}

function Details({ line }: { line: Activity }) {
  const hint = line.outcome in ERRORS ? ERRORS[line.outcome as ErrorCode].hint : null;
  return (
    <dl className={classes.facts}>
      {line.outcome !== 'ok' && (
        <Fact name="Error">
          {line.message ?? 'No message was recorded.'}{' '}
          <Link href={`/docs/errors#${line.outcome}`}>What {line.outcome} means</Link>
          {hint && <span className={clsx(shared.mutedSmall, shared.block)}>{hint}</span>}
        </Fact>
      )}
      <Fact name="Arguments">
        {line.arguments ? <code className={table.identifier}>{line.arguments}</code> : 'none'}
        <span className={clsx(shared.mutedSmall, shared.block)}>Shapes only: values are never recorded.</span>
      </Fact>
      {line.session_id && (
        <Fact name="Session">
          <Link href={`/sessions/${line.session_id}`}>Transcript</Link> ·{' '}
          <Link href={`/console/activity?session=${line.session_id}`}>its calls</Link>
        </Fact>
      )}
      {line.experience_id && (
        <Fact name="Experience">
          <Link href={`/experiences/${line.experience_id}`}>
            <bdi>{line.experience_name ?? line.experience_id}</bdi>
          </Link>
        </Fact>
      )}
      <Fact name="Key">
        {line.key_id ? (
          <>
            <bdi>{line.key_name ?? 'A deleted key'}</bdi>{' '}
            {line.key_prefix && <code className={table.identifier}>pgos_{line.key_prefix}…</code>} ·{' '}
            <Link href={`/console/activity?key=${line.key_id}`}>its calls</Link>
          </>
        ) : (
          'not recorded'
        )}
      </Fact>
      <Fact name="Made">
        {line.transport === 'mcp' ? 'MCP' : 'REST'}
        {line.address && ` from ${line.address}`}, {formatDuration(line.duration_ms)},{' '}
        <span className={table.identifier}>{line.at.replace('T', ' ').replace('Z', ' UTC')}</span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
