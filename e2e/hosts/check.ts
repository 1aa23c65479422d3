import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '../fixtures/agent';
import type { Load, PlayedMatch } from './load';

/** Feeds are compared when nothing more comes; spectators may be late by this much. */
const LATE_MS = 15_000;
/** Matches that are examined at the same time. */
const AT_A_TIME = 8;

/** What a look at matches has found. */
export interface Examined {
  matches: number;
  /** Feeds of spectators that were compared with what is stored. */
  feeds: number;
  violations: string[];
}

/** What is wrong with the matches that are over, and with what spectators have seen of them. Each match is examined once. */
export async function findViolations(load: Load, apiKey: string, examined: Set<string>): Promise<Examined> {
  const over = load.matches.filter(({ id, isOver }) => isOver && !examined.has(id));
  const lateAtMs = Date.now() + LATE_MS;
  const result: Examined = { matches: over.length, feeds: 0, violations: [] };
  const waiting = [...over];
  const examineNext = async () => {
    for (let match = waiting.pop(); match; match = waiting.pop()) {
      await examineMatch(match, result, { load, apiKey, lateAtMs });
      examined.add(match.id);
      for (const spectator of load.spectators) spectator.forget(`match:${match.id}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, examineNext));
  return result;
}

/** All events of a match, oldest first. */
async function readFeed(load: Load, apiKey: string, id: string): Promise<Json[]> {
  const events: Json[] = [];
  for (let after = ''; ; ) {
    const path = `/streams/match:${id}/events?timeout_ms=0${after === '' ? '' : `&after=${after}`}`;
    const { events: page, cursor } = await load.call(apiKey, 'GET', path);
    if (page.length === 0) return events;
    events.push(...page);
    after = cursor;
  }
}

async function examineMatch(
  { id, moves }: PlayedMatch,
  result: Examined,
  { load, apiKey, lateAtMs }: { load: Load; apiKey: string; lateAtMs: number },
): Promise<void> {
  const events = await readFeed(load, apiKey, id);
  const stored = events.filter(({ type }) => type === 'move_played').map(({ data }) => data.move);
  const { violations } = result;
  if (JSON.stringify(stored) !== JSON.stringify(moves))
    violations.push(`match ${id}: acknowledged ${moves.join(' ')}, stored ${stored.join(' ')}`);
  const end = events.findIndex(({ type }) => type === 'match_ended');
  if (end === -1) violations.push(`match ${id}: has no end`);
  const ids: string[] = events.map((event) => event.id);
  for (const [index, spectator] of load.spectators.entries()) {
    const seen = spectator.seen(`match:${id}`);
    const from = seen?.from ? ids.indexOf(seen.from) : -1;
    // One that came after the end, or not at all, has nothing to see.
    if (!seen?.from || from >= end) continue;
    const expected = ids.slice(from + 1, end + 1);
    const isSame = () => JSON.stringify(seen.ids) === JSON.stringify(expected);
    while (!isSame() && Date.now() < lateAtMs) await pause(50);
    result.feeds++;
    if (!isSame()) violations.push(`match ${id}: spectator ${index + 1} saw ${differenceOf(seen.ids, expected, ids)}`);
  }
}

function differenceOf(seen: readonly string[], expected: readonly string[], stored: readonly string[]): string {
  const missing = expected.filter((id) => !seen.includes(id)).length;
  const doubled = seen.length - new Set(seen).size;
  const lost = seen.filter((id) => !stored.includes(id)).length;
  return `${seen.length} of ${expected.length} events, ${missing} missing, ${doubled} twice, ${lost} not stored`;
}

/** What is wrong with the leagues: every fixture is decided once, by play and not by a fault of the platform. */
export async function findLeagueViolations(load: Load, apiKey: string): Promise<string[]> {
  const found: string[] = [];
  for (const id of load.leagues) {
    const { schedule, standings } = await load.call(apiKey, 'GET', `/leagues/${id}`);
    const lost = schedule.filter(({ technical_loss }: Json) => technical_loss !== null);
    if (lost.length > 0) found.push(`league ${id}: ${lost.length} technical losses of players that answer immediately`);
    const pairs = schedule.map(({ players }: Json) => JSON.stringify(players));
    if (new Set(pairs).size !== pairs.length) found.push(`league ${id}: a pair met twice`);
    const open = schedule.filter(({ status }: Json) => status !== 'completed').length;
    if (open > 0) found.push(`league ${id}: ${open} fixtures are not over`);
    const played = standings.reduce((sum: number, { played: count }: Json) => sum + count, 0);
    if (played !== 2 * schedule.length) found.push(`league ${id}: ${schedule.length} fixtures count as ${played / 2}`);
  }
  return found;
}
