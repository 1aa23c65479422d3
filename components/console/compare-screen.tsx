import { clsx } from 'clsx';
import { ButtonLink } from '@/components/ui/button';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { Page } from '@/components/ui/page';
import { RelativeTime } from '@/components/ui/relative-time';
import { duration } from '@/components/ui/time';
import type { StepBoards as Boards, SessionSums, Transcript } from '@/lib/domain/replays';
import shared from '../ui/shared.module.css';
import classes from './compare-screen.module.css';
import { StepBoards } from './step-boards';
import { ArchivedSteps, SessionOutcome, Step, type StepLine } from './transcript-screen';
import { formatCost, formatCount } from './usage-figures';

/** One of two sessions that are compared. */
export interface ComparedRun {
  transcript: Transcript;
  boards: Boards | null;
  /** Null when nothing was reported. */
  sums: SessionSums | null;
}

/** A step of both sessions; null where a session has none of this number. */
interface Pair {
  step: number;
  lines: readonly [StepLine | null, StepLine | null];
}

/** Two sessions of the same experience step by step, with the position of each, and where they begin to differ. */
export function CompareScreen({
  runs,
  after,
  next,
}: {
  runs: readonly [ComparedRun, ComparedRun];
  /** The last step of the page before; -1 on the first page. */
  after: number;
  /** The last step of this page when there are more. */
  next: number | null;
}) {
  const [one, other] = runs;
  const pairs = pairsOf(runs);
  const names = namesOf(runs);
  const path = `/sessions/${one.transcript.sessionId}/compare?with=${other.transcript.sessionId}`;
  const first = pairs.find((pair) => pair.step > 0 && !isSame(pair));
  const start = first?.step ?? pairs.find(({ step }) => step > 0)?.step ?? 0;
  const rows = (
    <ol className={classes.pairs} aria-label="Steps of both sessions">
      {pairs.map((pair) => (
        <li key={pair.step} className={classes.pair} data-differs={pair.step > 0 && !isSame(pair)}>
          {pair.lines.map((line, side) => (
            <div key={names[side]} className={classes.side}>
              <span className={classes.run}>{names[side]}</span>
              {line ? (
                <Step line={line} />
              ) : (
                <p className={classes.none}>{runs[side]?.transcript.archived ? ARCHIVED : `No step ${pair.step}.`}</p>
              )}
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
  const hasBoard = runs.some(({ boards }) => boards !== null);
  return (
    <Page
      title={
        <>
          Two runs of <bdi>{one.transcript.experienceName ?? 'a deleted experience'}</bdi>
        </>
      }
      lead={runs.some(({ transcript }) => transcript.archived) ? BESIDE : firstDifference(pairs, first, after)}
    >
      <Overview runs={runs} names={names} />
      {pairs.length === 0 ? (
        <p className={shared.mutedColor}>Neither session has a step here.</p>
      ) : hasBoard ? (
        <StepBoards
          runs={runs.map(({ boards, transcript }, side) => ({
            name: names[side] ?? '',
            boards,
            ...(transcript.archived ? { whyNoBoard: ARCHIVED } : {}),
          }))}
          steps={pairs.map(({ step }) => step)}
          first={start}
        >
          {rows}
        </StepBoards>
      ) : (
        rows
      )}
      {(after >= 0 || next !== null) && (
        <nav className={shared.pager} aria-label="More steps">
          {after >= 0 && <Link href={path}>First steps</Link>}
          {next !== null && (
            <ButtonLink href={`${path}&after=${next}`} variant="default" size="sm">
              Next steps
            </ButtonLink>
          )}
        </nav>
      )}
    </Page>
  );
}

/** The steps of both sessions by their numbers. */
function pairsOf(runs: readonly ComparedRun[]): Pair[] {
  const byRun = runs.map(
    ({ transcript }) =>
      new Map(transcript.lines.flatMap((line) => (line.kind === 'step' ? [[line.number, line] as const] : []))),
  );
  const steps = [...new Set(byRun.flatMap((lines) => [...lines.keys()]))].sort((a, b) => a - b);
  return steps.map((step) => ({ step, lines: [byRun[0]?.get(step) ?? null, byRun[1]?.get(step) ?? null] }));
}

/** Both did the same. */
const isSame = ({ lines: [one, other] }: Pair) =>
  one !== null && other !== null && one.action?.text === other.action?.text;

/** Two agents by their names; two sessions of one agent are "Nova, first" and "Nova, second". */
function namesOf([one, other]: readonly [ComparedRun, ComparedRun]): readonly [string, string] {
  const [first, second] = [one.transcript.agentName, other.transcript.agentName];
  return first === second ? [`${first}, left`, `${second}, right`] : [first, second];
}

/** In place of what left to the archive of the site. */
const ARCHIVED = 'Archived.';

const BESIDE = 'Step by step, with the position of each.';

function firstDifference(pairs: readonly Pair[], first: Pair | undefined, after: number): string {
  if (pairs.length === 0) return BESIDE;
  if (!first) return 'Both did the same in every step on this page.';
  const others = first.step - Math.max(1, after + 1);
  const same =
    others === 0
      ? ''
      : `The first ${others === 1 ? 'step is' : `${others} steps are`} the same${after < 0 ? '' : ' on this page'}. `;
  return `${same}They differ from step ${first.step} on; a step that differs is marked.`;
}

interface Fact {
  name: string;
  values: readonly (string | number)[];
}

const unknown = 'not reported';

function Overview({ runs, names }: { runs: readonly ComparedRun[]; names: readonly [string, string] }) {
  const tokens = (count: number | null | undefined) => (count == null ? unknown : formatCount(count));
  const facts: Fact[] = [
    { name: 'Steps', values: runs.map(({ transcript }) => transcript.stepCount) },
    { name: 'Took', values: runs.map(({ transcript }) => lasted(transcript)) },
    { name: 'Tokens in', values: runs.map(({ sums }) => tokens(sums?.inputTokens)) },
    { name: 'Tokens out', values: runs.map(({ sums }) => tokens(sums?.outputTokens)) },
    { name: 'Cost', values: runs.map(({ sums }) => (sums?.costUsd == null ? unknown : formatCost(sums.costUsd))) },
    { name: 'Model', values: runs.map(({ sums }) => sums?.models.join(', ') || unknown) },
  ];
  const columns: Column<Fact>[] = [
    { head: '', isRowHead: true, cell: ({ name }) => name },
    ...names.map((name, side): Column<Fact> => ({ head: name, cell: ({ values }) => values[side] })),
  ];
  return (
    <section className={classes.overview} aria-label="Both sessions">
      <div className={classes.heads}>
        {runs.map(({ transcript }, side) => (
          <div key={names[side]} className={classes.head}>
            <p className={shared.noMargin}>
              <Link href={`/sessions/${transcript.sessionId}`}>
                <bdi>{names[side]}</bdi>
              </Link>{' '}
              <span className={shared.mutedSmall}>
                begun <RelativeTime at={transcript.createdAt} />
              </span>
            </p>
            <SessionOutcome transcript={transcript} />
            {transcript.archived && <ArchivedSteps at={transcript.archived.at} />}
          </div>
        ))}
      </div>
      <DataTable
        caption="Both sessions in figures"
        className={clsx(classes.facts)}
        columns={columns}
        rows={facts}
        keyOf={({ name }) => name}
      />
    </section>
  );
}

function lasted({ createdAt, endedAt }: Transcript): string {
  return endedAt === null ? 'running' : duration(Date.parse(endedAt) - Date.parse(createdAt));
}
