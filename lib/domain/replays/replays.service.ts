import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@/lib/core/errors';
import { countFitting, MAX_LIST_BYTES } from '@/lib/core/page-bytes';
import { seedCommitment } from '@/lib/core/rng';
import { type MatchRow, readMatch } from '@/lib/domain/matches';
import { resimulate } from '@/lib/games/simulate';
import { readInputs } from './records.service';
import { archivedError, findArchivedSteps, findOwnSession, findSteps, type ReplayedStep } from './replays.repo';
import { type SessionReplay, toSessionReplay } from './replays.schema';

const STEP_PAGE_SIZE = 25;
/** Replaces the response of a step that no page can contain: an experience may answer 1 MB. */
const OMITTED = {
  omitted: true,
  message: `An answer contains at most ${MAX_LIST_BYTES} bytes of steps; this step is larger and is left out.`,
};

/**
 * A page of a session of the agent, step by step. However much an experience has answered, a page is of bounded size.
 * Specification: gateway-tool-contract.md, session.replay.
 * @param of.after the number of the last step of the page before; null for the first page
 * @throws NOT_FOUND when there is no such session, and just so when it is another agent's; ARCHIVED when its steps were removed
 */
export async function replaySession(of: {
  agentId: string;
  sessionId: string;
  after: number | null;
  limit: number;
}): Promise<SessionReplay> {
  const session = await findOwnSession(of.sessionId, of.agentId);
  if (!session) throw new AppError('NOT_FOUND', 'There is no session with this id.');
  return toSessionReplay(session, await readSteps(session.id, of.after ?? -1, of.limit));
}

/** As many steps as a page contains, read in parts, and whether more follow. */
async function readSteps(
  sessionId: string,
  after: number,
  limit: number,
): Promise<{ steps: ReplayedStep[]; hasMore: boolean }> {
  const steps: ReplayedStep[] = [];
  for (;;) {
    const part = await findSteps(sessionId, steps.at(-1)?.step_number ?? after, STEP_PAGE_SIZE);
    steps.push(...part.map(withoutHugeResponse));
    const fitting = Math.min(limit, countFitting(steps));
    if (fitting < steps.length) return { steps: steps.slice(0, fitting), hasMore: true };
    const archived = steps.length === 0 ? await findArchivedSteps(sessionId) : null;
    if (archived) throw archivedError('The steps of this session', archived);
    if (part.length < STEP_PAGE_SIZE) return { steps, hasMore: false };
  }
}

const withoutHugeResponse = (step: ReplayedStep): ReplayedStep =>
  Buffer.byteLength(JSON.stringify([step.action, step.response]), 'utf8') > MAX_LIST_BYTES
    ? { ...step, action: null, response: OMITTED, filled_args: null }
    : step;

/** Whether a finished match is what its seed and inputs give; `fault` says what differs. */
export interface Verification {
  verified: boolean;
  inputs: number;
  fault: string | null;
}

/**
 * Plays a finished match again and compares: the commitment with the seed, and the state and outcome that were stored
 * with those that the rules give.
 * @throws NOT_FOUND; INVALID_STATE while the match runs; ARCHIVED when its inputs were removed
 */
export async function verifyMatch(args: { matchId: string }): Promise<Verification> {
  const match = await readMatch(args.matchId);
  if (!match) throw new AppError('NOT_FOUND', 'There is no match with this id.');
  if (match.status === 'active') throw new AppError('INVALID_STATE', 'The match is still being played.');
  const inputs = await readInputs(match.id);
  const fault = findFault(match, inputs);
  return { verified: fault === null, inputs: inputs.length, fault };
}

function findFault(match: MatchRow, inputs: readonly { seat: number | null; move: unknown }[]): string | null {
  if (seedCommitment(match.seed) !== match.seedCommitment) return 'The seed does not match its commitment.';
  try {
    const { gameId, seed, options, seats } = match;
    const again = resimulate({ gameId, seed, options, seats: seats.length, inputs });
    const state = JSON.parse(JSON.stringify(again.steps.at(-1)?.state)) as unknown;
    if (!isDeepStrictEqual(state, match.state)) return 'The rules lead to another position.';
    if (match.status === 'cancelled') return null;
    return isDeepStrictEqual(plain(again.outcome), plain(match.outcome)) ? null : 'The rules lead to another outcome.';
  } catch (error) {
    return error instanceof Error ? error.message : 'The match cannot be played again.';
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;
