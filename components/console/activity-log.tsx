'use client';
import { Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconChevronRight } from '@tabler/icons-react';
import clsx from 'clsx';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { ERRORS, type ErrorCode } from '@/lib/core/errors';
import { type ActivityLine, formatDuration } from './activity-line';
import classes from './activity-log.module.css';
import rows from './rows.module.css';
import { useActivityTail } from './use-activity-tail';

const COLUMNS = 6;
/** Those that a phone shows: one more would take its width from them. */
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
  lines: readonly ActivityLine[];
  search: string;
  /** False on older pages. */
  canFollow: boolean;
  exportPath: string;
  /** Shown while there is no call. */
  whenEmpty: ReactNode;
}) {
  const [following, setFollowing] = useState(true);
  const { lines, state } = useActivityTail(first, search, canFollow && following);
  const [openId, setOpenId] = useState<string | null>(null);
  const columns = useMediaQuery('(max-width: 48em)') ? NARROW_COLUMNS : COLUMNS;
  return (
    <>
      <div className={classes.bar}>
        {canFollow && (
          <Switch
            size="sm"
            label={state === 'cut' ? 'Live: connection lost, trying again' : 'Live'}
            checked={following}
            onChange={(event) => setFollowing(event.currentTarget.checked)}
          />
        )}
        <span className={classes.exports}>
          Export <a href={`${exportPath}&format=csv`}>CSV</a> · <a href={`${exportPath}&format=jsonl`}>JSON lines</a>
        </span>
      </div>
      {lines.length === 0 ? (
        whenEmpty
      ) : (
        <table className={clsx(rows.table, classes.log)} aria-live="off">
          <caption className="visually-hidden">Calls, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Call</th>
              <th scope="col" className={rows.wide}>
                Experience
              </th>
              <th scope="col" className={rows.wide}>
                Agent
              </th>
              <th scope="col">Outcome</th>
              <th scope="col" className={clsx(rows.numbers, rows.wide)}>
                Took
              </th>
              <th scope="col" className={classes.time}>
                When
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Row
                key={line.id}
                line={line}
                isOpen={line.id === openId}
                columns={columns}
                onToggle={() => setOpenId(line.id === openId ? null : line.id)}
              />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface RowProps {
  line: ActivityLine;
  isOpen: boolean;
  columns: number;
  onToggle: () => void;
}

function Row({ line, isOpen, columns, onToggle }: RowProps) {
  return (
    <Fragment>
      <tr data-open={isOpen || undefined}>
        <td>
          <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
            <IconChevronRight size={14} aria-hidden className={classes.chevron} />
            <code className={rows.figures}>{line.tool}</code>
          </button>
        </td>
        <td className={rows.wide}>
          <bdi className={classes.one}>{line.experience_name}</bdi>
        </td>
        <td className={rows.wide}>
          <Link href={`/console/agents/${line.agent_id}`} className={classes.one}>
            <bdi>{line.agent_name}</bdi>
          </Link>
        </td>
        <td>
          <Outcome line={line} />
        </td>
        <td className={clsx(rows.numbers, rows.wide)}>{formatDuration(line.duration_ms)}</td>
        <td className={classes.time}>
          <RelativeTime at={line.at} />
        </td>
      </tr>
      {isOpen && (
        <tr className={classes.details}>
          <td colSpan={columns}>
            <Details line={line} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function Outcome({ line: { outcome, status } }: { line: ActivityLine }) {
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
      <span className={classes.one}>{[status, outcome].filter(Boolean).join(' ')}</span>
    </span>
  );
}

function Details({ line }: { line: ActivityLine }) {
  const hint = line.outcome in ERRORS ? ERRORS[line.outcome as ErrorCode].hint : null;
  return (
    <dl className={classes.facts}>
      {line.outcome !== 'ok' && (
        <Fact name="Error">
          {line.message ?? 'No message was recorded.'}{' '}
          <Link href={`/docs/errors#${line.outcome}`}>What {line.outcome} means</Link>
          {hint && <span className={classes.hint}>{hint}</span>}
        </Fact>
      )}
      <Fact name="Arguments">
        {line.arguments ? <code className={rows.figures}>{line.arguments}</code> : 'none'}
        <span className={classes.hint}>Shapes only: values are never recorded.</span>
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
            {line.key_prefix && <code className={rows.figures}>pgos_{line.key_prefix}…</code>} ·{' '}
            <Link href={`/console/activity?key=${line.key_id}`}>its calls</Link>
          </>
        ) : (
          'not recorded'
        )}
      </Fact>
      <Fact name="Made">
        {line.transport === 'mcp' ? 'MCP' : 'REST'}
        {line.address && ` from ${line.address}`}, {formatDuration(line.duration_ms)},{' '}
        <span className={rows.figures}>{line.at.replace('T', ' ').replace('Z', ' UTC')}</span>
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
