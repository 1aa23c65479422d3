import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@/lib/core/errors';
import { seedCommitment } from '@/lib/core/rng';
import { type MatchRow, readMatch } from '@/lib/domain/matches';
import { resimulate } from '@/lib/games/simulate';
import { readInputs } from './records.service';
import { findOwnSession, findSteps, findStepTimes, type ReplayedStep } from './replays.repo';
import { type SessionReplay, toSessionReplay } from './replays.schema';

const STEP_PAGE_SIZE = 25;
/** Characters of JSON in the steps of one replay. Games of ours stay far below; an experience may answer 1 MB a step. */
const MAX_REPLAY_CHARS = 8 * 1024 * 1024;
/** Replaces the response of a step beyond the limit. */
const OMITTED = {
  omitted: true,
  message: `A replay contains at most ${MAX_REPLAY_CHARS} characters; this step is left out.`,
};

/**
 * A session of the agent, step by step. However much an experience has answered, a replay is of bounded size.
 * Specification: gateway-tool-contract.md, session.replay.
 * @throws NOT_FOUND when there is no such session, and just so when it is another agent's
 */
export async function replaySession(args: { agentId: string; sessionId: string }): Promise<SessionReplay> {
  const session = await findOwnSession(args.sessionId, args.agentId);
  if (!session) throw new AppError('NOT_FOUND', 'There is no session with this id.');
  return toSessionReplay(session, await readSteps(session.id));
}

/** Every step; those beyond the limit only with their number and time. */
async function readSteps(sessionId: string): Promise<ReplayedStep[]> {
  const steps: ReplayedStep[] = [];
  let room = MAX_REPLAY_CHARS;
  for (;;) {
    const page = await findSteps(sessionId, steps.at(-1)?.step_number ?? -1, STEP_PAGE_SIZE);
    for (const step of page) {
      room -= JSON.stringify([step.action, step.response]).length;
      if (room < 0) return [...steps, ...(await omittedSteps(sessionId, step.step_number - 1))];
      steps.push(step);
    }
    if (page.length < STEP_PAGE_SIZE) return steps;
  }
}

async function omittedSteps(sessionId: string, after: number): Promise<ReplayedStep[]> {
  const times = await findStepTimes(sessionId, after);
  return times.map((step) => ({ ...step, action: null, response: OMITTED, filled_args: null }));
}

/** Whether a finished match is what its seed and inputs give; `fault` says what differs. */
export interface Verification {
  verified: boolean;
  inputs: number;
  fault: string | null;
}

/**
 * Plays a finished match again and compares: the commitment with the seed, and the state and outcome that were stored
 * with those that the rules give.
 * @throws NOT_FOUND; INVALID_STATE while the match runs
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
