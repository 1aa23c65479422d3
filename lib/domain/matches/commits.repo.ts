import { toJsonb } from '@/lib/core/json';
import { matchStream } from '@/lib/core/stream';
import { type Queryable, sql } from '@/lib/data/database';
import { type Column, type Rows, rowsOf } from '@/lib/data/rows';
import { matchSql } from '@/lib/domain/seating';
import { EVENT_ROWS, insertEvents, processesRead, withReferences } from '@/lib/events';
import type { InputRow, MatchRow, StepRecord } from './matches.schema';
import type { Transition } from './transition';

const json = (value: unknown): string | null => (value === null || value === undefined ? null : toJsonb(value));

/** The position of a match: the columns of `match_positions` that every commit rewrites. */
export const positionColumns = <Row>(match: (row: Row) => MatchRow) =>
  ({
    state: ['json', (row) => toJsonb(match(row).state)],
    rng_drawn: ['int', (row) => match(row).rngDrawn],
    ply: ['int', (row) => match(row).ply],
    inputs: ['int', (row) => match(row).inputs],
    head: ['json', (row) => toJsonb(match(row).head)],
    clock_key: ['text', (row) => match(row).clockKey],
    clock_started_at: ['timestamptz', (row) => match(row).clockStartedAt],
    deadline_at: ['timestamptz', (row) => match(row).deadlineAt],
    clock_left: ['json', (row) => json(match(row).clockLeftMs)],
    draw_offers: ['json', (row) => json(match(row).drawOffers)],
    bot_due_at: ['timestamptz', (row) => match(row).botDueAt],
  }) satisfies Record<string, Column<Row>>;

/** Inputs as parameters of a statement. */
export const INPUT_ROWS = rowsOf<InputRow>('i', {
  match_id: ['uuid', ({ matchId }) => matchId],
  n: ['int', ({ n }) => n],
  seat: ['int', ({ seat }) => seat],
  move: ['json', ({ move }) => json(move)],
  spent_ms: ['int', ({ spentMs }) => spentMs],
  at: ['timestamptz', ({ at }) => at],
});

/** Inserts INPUT_ROWS. The caller may append a join on `i` that leaves rows out. */
export const insertInputs = (first: number): string =>
  `INSERT INTO match_inputs (match_id, n, seat, move, spent_ms, at)
   SELECT i.match_id, i.n, i.seat, i.move, i.spent_ms, i.at FROM ${INPUT_ROWS.from(first)}`;

/** The end of the session of a solo match. */
export interface SoloEnd {
  sessionId: string;
  agentId: string;
  outcomes: Record<string, unknown> | null;
}

/** The response of a recorded step after a house bot has replied to it. */
export interface Reply {
  sessionId: string;
  agentId: string;
  stepNumber: number;
  response: unknown;
}

/** One match of a commit: the transition and, when a session made the move, its step. */
export interface Commit {
  transition: Transition;
  step?: StepRecord & { response: unknown };
  /** For the move of a house bot: the response of the step before it. */
  reply?: Reply;
  /** Closes a solo match with its end, which rates no player and has no lobby. */
  soloEnd?: SoloEnd;
  /** Closes the match with its end: nothing follows it but what shares its transaction. */
  closes?: true;
}

/** A stored transition. */
export interface StoredCommit {
  id: string;
  /** Steps of the session after the recorded one; null when none was recorded. */
  stepCount: number | null;
  /** The end of the match is closed; false also for a match that continues. */
  closed: boolean;
}

/** `repeated`: a step of the session has the idempotency key. null: the match or the session has changed. */
export type CommitResult = StoredCommit | 'repeated' | null;

/** The session that made the move, gets the reply or ends with its game. */
const sessionOf = ({ step, reply, soloEnd }: Commit) => step ?? reply ?? soloEnd;

/** Columns of a commit: the position of the match, and the count and step of the session that made the move. */
const CHANGES = {
  id: ['uuid', ({ transition }) => transition.match.id],
  read_version: ['int', ({ transition }) => transition.match.version - 1],
  ...positionColumns<Commit>(({ transition }) => transition.match),
  // Null keeps the stored state: a message in a conversation does not send it again.
  state: ['json', ({ transition }) => (transition.stateChanged ? toJsonb(transition.match.state) : null)],
  session_id: ['uuid', (commit) => sessionOf(commit)?.sessionId],
  agent_id: ['uuid', (commit) => sessionOf(commit)?.agentId],
  steps: ['int', ({ step }) => (step ? 1 : 0)],
  action: ['json', ({ step }) => json(step?.action)],
  response: ['json', ({ step, reply }) => json((step ?? reply)?.response)],
  idempotency_key: ['text', ({ step }) => step?.idempotencyKey],
} satisfies Record<string, Column<Commit>>;

/** Moves with words from which on a match shows how its players thought. */
const MIN_NOTES = 5;

/** Further columns of a commit that ends a match or replies to a stored step. */
const ENDINGS = {
  experience_id: ['uuid', ({ transition }) => transition.match.experienceId],
  replies_to: ['int', ({ reply }) => reply?.stepNumber],
  status: ['text', ({ transition }) => transition.match.status],
  outcome: ['json', ({ transition }) => json(transition.match.outcome)],
  end_reason: ['text', ({ transition }) => transition.match.endReason],
  ended_at: ['timestamptz', ({ transition }) => transition.match.endedAt],
  noted: ['boolean', ({ transition }) => (transition.match.head.seqs.spectators ?? 0) >= MIN_NOTES],
  closes: ['boolean', ({ soloEnd, closes }) => closes === true || soloEnd !== undefined],
  outcomes: ['json', ({ soloEnd }) => json(soloEnd?.outcomes)],
} satisfies Record<string, Column<Commit>>;

/** A parameter, because `plannedPool` keeps one plan and the partial index on active sessions needs the value. */
const ACTIVE = 'active';

interface CommitStatement {
  name: string;
  text: string;
  changes: Rows<Commit>;
}

/** The statement of every commit; with `endings` also of ends of matches and of late replies. */
function commitStatement(name: string, columns: Record<string, Column<Commit>>, endings: boolean): CommitStatement {
  const changes = rowsOf<Commit>('x', columns);
  const first = 2;
  const events = first + changes.width;
  const inputs = events + EVENT_ROWS.width;
  const matchIds = `${changes.parameter(first, 'id')}::uuid[]`;
  const sessionIds = `${changes.parameter(first, 'session_id')}::uuid[]`;
  const agentIds = `${changes.parameter(first, 'agent_id')}::uuid[]`;
  const ifEnding = (text: string) => (endings ? text : '');
  const text = `
    WITH repeated AS MATERIALIZED (
           SELECT x.id FROM ${changes.from(first)} CROSS JOIN LATERAL (
             SELECT 1 FROM session_steps t
              WHERE t.session_id = x.session_id AND t.idempotency_key = x.idempotency_key LIMIT 1) used_before),
         locked AS MATERIALIZED (
           SELECT x.* FROM match_positions p JOIN ${changes.from(first)} ON x.id = p.match_id
           WHERE p.match_id = ANY (${matchIds}) AND p.version = x.read_version AND x.id NOT IN (SELECT id FROM repeated)
           ORDER BY p.match_id FOR UPDATE OF p),
         used AS (
           ${matchSql.countStepsSql({ from: 'locked', sessionIds, active: '$1', closes: endings })}),
         stored AS MATERIALIZED (
           SELECT x.*, used.step_count${ifEnding(`, x.closes AND NOT EXISTS (SELECT 1 FROM agent_memories a
             WHERE a.agent_id = x.agent_id AND a.experience_id = x.experience_id AND a.session_keys <> '{}') AS closed`)}
           FROM locked x LEFT JOIN used ON used.id = x.session_id WHERE x.steps = 0 OR used.id IS NOT NULL),
         moved AS (
           UPDATE match_positions p SET version = p.version + 1, state = COALESCE(x.state, p.state), rng_drawn = x.rng_drawn, ply = x.ply,
             inputs = x.inputs, head = x.head, clock_key = x.clock_key, clock_started_at = x.clock_started_at,
             deadline_at = x.deadline_at, clock_left = x.clock_left, draw_offers = x.draw_offers,
             bot_due_at = x.bot_due_at
           FROM stored x WHERE p.match_id = ANY (${matchIds}) AND p.match_id = x.id),
         ${ifEnding(`ended AS (
           UPDATE matches m SET status = x.status, outcome = x.outcome::jsonb, end_reason = x.end_reason,
             ended_at = x.ended_at, noted = x.noted, closed_at = CASE WHEN x.closed THEN now() END
           FROM stored x WHERE x.status <> 'active' AND m.id = ANY (${matchIds}) AND m.id = x.id),
         ${matchSql.releaseAgentsSql({ from: 'stored', agentIds })},
         replied AS (${matchSql.replaceResponsesSql({ from: 'stored', sessionIds })}),`)}
         added AS (${insertEvents(events)} JOIN stored x ON e.stream = '${matchStream('')}' || x.id),
         put AS (${insertInputs(inputs)} JOIN stored x ON x.id = i.match_id),
         stepped AS (${matchSql.insertStepsSql('stored')})
    SELECT x.id, CASE WHEN x.steps > 0 THEN x.step_count END AS "stepCount",
      ${endings ? 'x.closed' : 'false'} AS closed, false AS repeated FROM stored x
    UNION ALL SELECT id, NULL, false, true FROM repeated`;
  return { name, text, changes };
}

const COMMIT = commitStatement('matches.commit', CHANGES, false);
const COMMIT_ENDING = commitStatement('matches.commit_ending', { ...CHANGES, ...ENDINGS }, true);

const needsEnding = ({ transition, reply }: Commit): boolean =>
  transition.match.status !== 'active' || reply !== undefined;

/**
 * Stores any number of transitions, each with its events, inputs and step, in one statement: one round trip, one
 * transaction. A match whose version has moved on, whose session is no longer active, or whose idempotency key is used, is
 * left out whole, and the others are stored. The rows are locked in the order of their ids, so two processes never deadlock.
 * The end of a solo match also completes its session and releases its agent, unless memory of the session must be dropped.
 */
export async function storeCommits(commits: readonly Commit[], on: Queryable): Promise<CommitResult[]> {
  const rows = await runCommit(commits.some(needsEnding) ? COMMIT_ENDING : COMMIT, commits, on);
  const results = new Map(rows.map(({ repeated, ...row }) => [row.id, repeated ? ('repeated' as const) : row]));
  return commits.map(({ transition }) => results.get(transition.match.id) ?? null);
}

/** Makes a connection prepare and plan the statements of a commit, by storing none. */
export async function prepareCommitStatements(on: Queryable): Promise<void> {
  for (const statement of [COMMIT, COMMIT_ENDING]) await runCommit(statement, [], on);
}

/** The inputs of a transition; what its events say is stored there. */
const withReferredTexts = ({ inputs, events }: Transition): InputRow[] =>
  processesRead('references')
    ? inputs.map((input) => ({ ...input, move: withReferences(input.move, events) }))
    : inputs;

function runCommit(
  { name, text, changes }: CommitStatement,
  commits: readonly Commit[],
  on: Queryable,
): Promise<(StoredCommit & { repeated: boolean })[]> {
  const transitions = commits.map(({ transition }) => transition);
  return sql<StoredCommit & { repeated: boolean }>(
    name,
    text,
    [
      ACTIVE,
      ...changes.values(commits),
      ...EVENT_ROWS.values(transitions.flatMap(({ events }) => events)),
      ...INPUT_ROWS.values(transitions.flatMap(withReferredTexts)),
    ],
    on,
  );
}
