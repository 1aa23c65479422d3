import { isJsonObject } from '@/lib/core/json';
import { readMatch } from '@/lib/domain/matches';
import { gameById } from '@/lib/games';
import { observer, readSeenPositions } from './seen-positions';
import { countMoves, findOwnedSeat, findTracedSteps, sumReports } from './traces.repo';
import { STEPS_PER_PAGE } from './transcripts.service';

type View = Record<string, unknown>;

/** The position of the agent's seat around one step. */
export interface StepPosition {
  step: number;
  /** What the agent had when it acted; null where nothing is known. */
  before: View | null;
  /** What it was answered; null where the answer has no position. */
  after: View | null;
  /** `before` is the exact position and not the answer to the step before. */
  isExact: boolean;
}

/** The board of a session, for the same steps as a page of its transcript. */
export interface StepBoards {
  gameId: string;
  title: string;
  seat: number;
  /** How many play. */
  seats: number;
  positions: StepPosition[];
}

/**
 * The positions of the steps of a session in a built-in game, as its agent saw them. Null for other experiences, and for a
 * game whose answers have no position. At most five queries.
 * @param of.after steps after this one, as for `readTranscript`
 * @returns null also when the owner has no such session
 */
export async function readStepBoards(of: {
  ownerId: string;
  sessionId: string;
  after?: number | null;
}): Promise<StepBoards | null> {
  const session = await findOwnedSeat(of);
  if (!session || session.match_id === null || session.seat === null) return null;
  const { match_id: matchId, seat } = session;
  const match = await readMatch(matchId);
  const game = match && gameById(match.gameId);
  if (!match || !game) return null;
  const after = of.after ?? -1;
  // One step more: its answer is what the agent had before the first step of the page.
  const from = Math.max(-1, after - 1);
  const [steps, seen, moves] = await Promise.all([
    findTracedSteps(of.sessionId, from, STEPS_PER_PAGE + 1),
    readSeenPositions({ matchId, seat }),
    from < 0 ? 0 : countMoves({ sessionId: of.sessionId, upTo: from }),
  ]);
  const observe = observer(seen, moves);
  let answered: View | null = null;
  const positions = steps.map((step): StepPosition => {
    const { observation, observed } = observe(step);
    const isExact = observed === 'position';
    const before = isExact ? (observation as View) : answered;
    const after = viewOf(step.response);
    answered = after ?? answered;
    return { step: step.step_number, before, after, isExact };
  });
  const ofPage = positions.filter(({ step }) => step > after).slice(0, STEPS_PER_PAGE);
  if (ofPage.every(({ before, after }) => before === null && after === null)) return null;
  return { gameId: game.id, title: game.title, seat, seats: match.seats.length, positions: ofPage };
}

const viewOf = (answer: unknown): View | null =>
  isJsonObject(answer) && isJsonObject(answer.view) ? answer.view : null;

/** What an agent reported for a session, added up; null for what it did not report. */
export interface SessionSums {
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  /** The names of the models, as reported. */
  models: string[];
}

/** The sums of sessions by their ids; a session without a report is missing. The caller knows that they are its own. One query. */
export async function sumSessions(sessionIds: readonly string[]): Promise<Map<string, SessionSums>> {
  const rows = await sumReports(sessionIds);
  return new Map(
    rows.map(({ session_id, input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costUsd, models }) => [
      session_id,
      { inputTokens, outputTokens, costUsd, models },
    ]),
  );
}
