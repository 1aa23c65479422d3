import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { describeArchived } from '@/components/match/archived-words';
import { describeEndReason } from '@/components/match/sentences';
import { Button, ButtonLink } from '@/components/ui/button';
import { SelectField } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Page } from '@/components/ui/page';
import { RelativeTime } from '@/components/ui/relative-time';
import { type Result, ResultBadge } from '@/components/ui/result-badge';
import { duration } from '@/components/ui/time';
import type { StepBoards as Boards, ShownJson, Transcript, TranscriptLine } from '@/lib/domain/replays';
import type { SessionNote } from '@/lib/domain/session-notes';
import shared from '../ui/shared.module.css';
import { formatDuration } from './activity-line';
import { SessionControls } from './session-controls';
import { SessionNotes } from './session-notes';
import { StatusWord } from './status-word';
import { StepBoards, StepName } from './step-boards';
import classes from './transcript-screen.module.css';
import { formatCost, formatTokens } from './usage-figures';

/** Answers longer than this are folded. */
const FOLDED_FROM_CHARS = 400;

/** A session that can be compared with. */
export interface ComparedChoice {
  sessionId: string;
  /** "Nova, 27 Nov 21:14, won in 23 steps" */
  label: string;
}

export interface TranscriptScreenProps {
  transcript: Transcript;
  /** The positions of the steps on this page; null for an experience without a board. */
  boards: Boards | null;
  notes: readonly SessionNote[];
  /** Other sessions of the same experience, to compare with. */
  others: readonly ComparedChoice[];
  isFirstPage: boolean;
}

/**
 * A session step by step: what the agent did beside the position that it saw, what was answered, how long it took, what was
 * refused, and what its owner wrote about it.
 */
export function TranscriptScreen({ transcript, boards, notes, others, isFirstPage }: TranscriptScreenProps) {
  const { sessionId, matchId, nextStep } = transcript;
  const steps = transcript.lines.flatMap((line) => (line.kind === 'step' ? [line.number] : []));
  const list = (
    <TranscriptLines
      lines={transcript.lines}
      after={(line) => (
        <SessionNotes
          sessionId={sessionId}
          step={line.number}
          notes={notes.filter(({ step }) => step === line.number)}
        />
      )}
    />
  );
  return (
    <Page
      title={<bdi>{transcript.experienceName ?? 'A deleted experience'}</bdi>}
      lead={
        <>
          Session of{' '}
          <Link href={`/console/agents/${transcript.agentId}`}>
            <bdi>{transcript.agentName}</bdi>
          </Link>
          , begun <RelativeTime at={transcript.createdAt} />. What the experience answers is text of strangers: data,
          not instructions.
        </>
      }
    >
      <div className={classes.bar}>
        <SessionOutcome transcript={transcript} />
        {matchId && (
          <ButtonLink href={`/matches/${matchId}`} variant="default" size="sm">
            {transcript.status === 'active'
              ? 'Watch the match'
              : transcript.archived
                ? 'The match'
                : 'Replay of the match'}
          </ButtonLink>
        )}
        <ButtonLink href={`/console/activity?session=${sessionId}`} variant="default" size="sm">
          Calls of this session
        </ButtonLink>
        <SessionControls sessionId={sessionId} isActive={transcript.status === 'active'} />
      </div>
      {others.length > 0 && <CompareForm sessionId={sessionId} others={others} />}
      {isFirstPage && (
        <section className={classes.own} aria-label="Your notes about the session">
          <SessionNotes sessionId={sessionId} step={null} notes={notes.filter(({ step }) => step === null)} />
        </section>
      )}
      {transcript.archived && <ArchivedSteps at={transcript.archived.at} />}
      {transcript.lines.length === 0 ? (
        !transcript.archived && <p className={shared.mutedColor}>No step yet.</p>
      ) : boards ? (
        <StepBoards
          runs={[{ name: transcript.agentName, boards }]}
          steps={steps}
          first={steps.find((step) => step > 0) ?? 0}
        >
          {list}
        </StepBoards>
      ) : (
        list
      )}
      <nav className={classes.pages} aria-label="More steps">
        {!isFirstPage && (
          <ButtonLink href={`/sessions/${sessionId}`} variant="default" size="sm">
            First steps
          </ButtonLink>
        )}
        {nextStep !== null && (
          <ButtonLink href={`/sessions/${sessionId}?after=${nextStep}`} variant="default" size="sm">
            Next steps
          </ButtonLink>
        )}
      </nav>
    </Page>
  );
}

/** In place of the steps of a session that left to the archive. */
export function ArchivedSteps({ at }: { at: string | null }) {
  return (
    <Notice title={describeArchived('The steps of this session', at)}>
      They cannot be read here; the operators of this site keep them in a file. The result and the times remain.
    </Notice>
  );
}

/** The steps and the calls that were refused between them, in the order of time. */
function TranscriptLines({
  lines,
  after,
}: {
  lines: readonly TranscriptLine[];
  /** What follows a step. */
  after: (line: StepLine) => ReactNode;
}) {
  return (
    <ol className={classes.lines} aria-label="Steps">
      {lines.map((line) => (
        <li key={`${line.kind} ${line.at} ${line.kind === 'step' ? line.number : line.code}`} className={classes.line}>
          {line.kind === 'step' ? (
            <>
              <Step line={line} />
              {after(line)}
            </>
          ) : (
            <Refusal line={line} />
          )}
        </li>
      ))}
    </ol>
  );
}

/** Opens this session beside another one. */
function CompareForm({ sessionId, others }: { sessionId: string; others: readonly ComparedChoice[] }) {
  return (
    <form method="get" action={`/sessions/${sessionId}/compare`} className={classes.compare}>
      <SelectField
        label="Compare with"
        name="with"
        options={others.map(({ sessionId: value, label }) => ({ value, label }))}
      />
      <Button type="submit" variant="default" size="sm">
        Side by side
      </Button>
    </form>
  );
}

const isResult = (word: string | null): word is Result => word === 'win' || word === 'loss' || word === 'draw';

/** State, result, number of steps and duration of a session. */
export function SessionOutcome({ transcript }: { transcript: Transcript }) {
  const { status, stepCount, endReason, endedAt, createdAt, outcomes } = transcript;
  const result = typeof outcomes?.result === 'string' ? outcomes.result : null;
  const facts = [
    isResult(result) ? null : result,
    endReason && describeEndReason(endReason),
    `${stepCount} ${stepCount === 1 ? 'step' : 'steps'}`,
    endedAt && `took ${duration(Date.parse(endedAt) - Date.parse(createdAt))}`,
  ];
  return (
    <p className={classes.state}>
      <StatusWord tone={status === 'active' ? 'live' : status === 'completed' ? 'done' : 'bad'}>
        {status === 'active' ? 'Running' : status === 'completed' ? 'Ended' : 'Failed'}
      </StatusWord>{' '}
      {isResult(result) && <ResultBadge result={result} />} <bdi>{facts.filter(Boolean).join(' · ')}</bdi>
    </p>
  );
}

export type StepLine = Extract<TranscriptLine, { kind: 'step' }>;

/** One step: what the agent thought and did, what was answered, and what it reported. */
export function Step({ line }: { line: StepLine }) {
  const reported = [
    line.model,
    formatTokens(line.inputTokens, line.outputTokens),
    line.costUsd === null ? null : formatCost(line.costUsd),
  ].filter(Boolean);
  return (
    <>
      <p className={classes.head}>
        <StepName step={line.number} />
        <RelativeTime at={line.at} />
        {line.latencyMs !== null && <span>answered in {formatDuration(line.latencyMs)}</span>}
        {reported.length > 0 && (
          <span title="As the agent reported it">
            <bdi>{reported.join(' · ')}</bdi>
          </span>
        )}
      </p>
      {line.note && (
        <div className={classes.value}>
          <span className={classes.label} title="As the agent wrote it">
            Thought
          </span>
          <p className={classes.note} dir="auto">
            {line.note}
          </p>
        </div>
      )}
      {line.action && <Json label="Action" json={line.action} />}
      {line.response && <Json label="Answer" json={line.response} />}
    </>
  );
}

function Refusal({ line }: { line: Extract<TranscriptLine, { kind: 'refused' }> }) {
  return (
    <>
      <p className={classes.head}>
        <span className={classes.refused}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden /> {line.tool} refused:{' '}
          <Link href={`/docs/errors#${line.code}`}>{line.code}</Link>
        </span>
        <RelativeTime at={line.at} />
      </p>
      {line.message && <p className={shared.noMargin}>{line.message}</p>}
    </>
  );
}

/** A JSON value; a long one is folded, a cut one says so. */
export function Json({ label, json }: { label: string; json: ShownJson }) {
  const isCut = json.chars > json.text.length;
  const text = isCut ? json.text : formatJson(json.text);
  const value = (
    <pre className={classes.json}>
      <code>{text}</code>
      {isCut && `\n… ${json.chars - json.text.length} more characters`}
    </pre>
  );
  if (text.length < FOLDED_FROM_CHARS) {
    return (
      <div className={classes.value}>
        <span className={classes.label}>{label}</span>
        {value}
      </div>
    );
  }
  return (
    <details className={classes.value}>
      <summary className={classes.label}>
        {label} <code className={classes.preview}>{json.text.slice(0, 120)}</code>
      </summary>
      {value}
    </details>
  );
}

function formatJson(text: string): string {
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
