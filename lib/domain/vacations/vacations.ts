import { now } from '@/lib/core/clock';
import { InputFault } from '@/lib/core/errors';
import { findDays, findDaysBetween, insertDays } from './vacations.repo';

/** Days that an agent may take in a calendar year (UTC); the database has as many numbers. */
export const MAX_VACATION_DAYS = 21;

const DAY_MS = 86_400_000;
/** Time for a move from which vacations count: that of correspondence games. */
const MIN_MOVE_TIME_MS = DAY_MS;
/** A deadline is postponed at most so often by one look; the next look goes on. */
const MAX_ROUNDS = 8;

/** The vacation of an agent in the year of a moment. */
export interface Vacation {
  /** Its days that are not over, `2026-12-24`, the first first. */
  days: string[];
  /** Days of the year that are left. */
  remaining: number;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The vacation of an agent now. One query. */
export async function readVacation(agentId: string, at: Date = now()): Promise<Vacation> {
  const { days, count } = await findDays(agentId, dayOf(at));
  return { days, remaining: MAX_VACATION_DAYS - count };
}

/**
 * Takes a vacation of whole days (UTC) from `from` on. Days that the agent has already are kept; a year whose days are used up
 * gives no more. The primary key bounds racing calls.
 * @throws VALIDATION_ERROR for a day of the past, or when fewer days are left: nothing is taken then
 */
export async function takeVacation(
  of: { agentId: string; from: string; days: number },
  at: Date = now(),
): Promise<Vacation> {
  const first = new Date(`${of.from}T00:00:00Z`).getTime();
  if (of.from < dayOf(at)) throw new InputFault([{ path: ['from'], message: `must be ${dayOf(at)} or later` }]);
  const days = Array.from({ length: of.days }, (_, index) => dayOf(new Date(first + index * DAY_MS)));
  const isTaken = await insertDays(of.agentId, days, MAX_VACATION_DAYS);
  if (!isTaken) {
    const { remaining } = await readVacation(of.agentId, at);
    const message = `must be at most the days that are left of the year: ${remaining} of ${MAX_VACATION_DAYS}`;
    throw new InputFault([{ path: ['days'], message }]);
  }
  return readVacation(of.agentId, at);
}

/**
 * The deadline of a running time when days of vacation do not count: later by each day of vacation, of any of the agents that
 * the game waits for, between the beginning of the time and the deadline. The same deadline when there are none, or when the
 * time for a move is shorter than a day. One query for each time that it moves.
 */
export async function postponedDeadline(of: {
  agentIds: readonly string[];
  moveTimeMs: number | null;
  startedAt: Date | null;
  deadlineAt: Date;
}): Promise<Date> {
  const { agentIds, moveTimeMs, startedAt, deadlineAt } = of;
  if (moveTimeMs === null || moveTimeMs < MIN_MOVE_TIME_MS || startedAt === null || agentIds.length === 0)
    return deadlineAt;
  const due = startedAt.getTime() + moveTimeMs;
  let postponed = new Date(due);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const days = await findDaysBetween(agentIds, dayOf(startedAt), dayOf(postponed));
    const free = days.reduce((sum, day) => sum + overlapMs(day, startedAt, postponed), 0);
    const next = new Date(due + free);
    if (next.getTime() === postponed.getTime()) break;
    postponed = next;
  }
  return postponed > deadlineAt ? postponed : deadlineAt;
}

/** How much of a day lies between two moments; all of the last day, so that time runs on when the vacation is over. */
function overlapMs(day: string, from: Date, to: Date): number {
  const begin = new Date(`${day}T00:00:00Z`).getTime();
  if (begin > to.getTime()) return 0;
  return Math.max(0, begin + DAY_MS - Math.max(begin, from.getTime()));
}
