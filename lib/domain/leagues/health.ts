import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { leagueStream } from '@/lib/core/stream';
import { appendEvents, publish } from '@/lib/events';
import { addHealth, type ChangedStatus, findHealth } from './health.repo';
import type { HealthCounts, HealthRecord, HealthStatus } from './health.schema';
import { requireLeague } from './league-errors';
import { transaction } from './leagues.repo';
import type { LeagueAgent, LeagueFault } from './leagues.schema';
import { findPlayers } from './players.repo';
import { mayOrganize } from './start-league';

/** How long what happens is collected before it is written. */
const FLUSH_AFTER_MS = 1_000;
/** Players whose counts are kept while the database is away; what comes then is not counted. */
const MAX_PLAYERS = 20_000;

interface Collected {
  counts: Map<string, HealthCounts>;
  timer: NodeJS.Timeout | null;
  writing: Promise<void>;
}

const collected = () =>
  once<Collected>('leagues.health', () => ({ counts: new Map(), timer: null, writing: Promise.resolve() }));

/** A message to a player with what came back, or a move that a player sent by itself. */
interface Happened {
  isSent: boolean;
  /** Null when nothing came, also because the referee stopped waiting. */
  answeredAt: Date | null;
  latencyMs: number | null;
  fault: LeagueFault | null;
  /** The time for a move. */
  limitMs: number;
}

/** Faults without an answer. */
const STATUS_OF_FAULT: Partial<Record<LeagueFault, HealthStatus>> = {
  timeout: 'silent',
  unreachable: 'unreachable',
  address_refused: 'unreachable',
};

function statusAfter({ fault, latencyMs, limitMs }: Happened): HealthStatus {
  if (fault) return STATUS_OF_FAULT[fault] ?? 'faulty';
  return latencyMs !== null && latencyMs > limitMs / 2 ? 'slow' : 'answers';
}

/** Notes how a player answered. Never waits and never fails: it is written some time later, with others. */
export function noteHealth(of: { leagueUid: string; playerId: string }, happened: Happened): void {
  const state = collected();
  const key = `${of.leagueUid} ${of.playerId}`;
  const earlier = state.counts.get(key);
  if (!earlier && state.counts.size >= MAX_PLAYERS) return;
  const { isSent, answeredAt, latencyMs, fault } = happened;
  // A call that the referee gave up says nothing about the player.
  if (!answeredAt && !fault) return;
  state.counts.set(key, {
    ...of,
    status: statusAfter(happened),
    sent: (earlier?.sent ?? 0) + (isSent ? 1 : 0),
    answered: (earlier?.answered ?? 0) + (isSent && answeredAt ? 1 : 0),
    faults: (earlier?.faults ?? 0) + (fault ? 1 : 0),
    lastAnswerAt: answeredAt ?? earlier?.lastAnswerAt ?? null,
    lastLatencyMs: latencyMs ?? earlier?.lastLatencyMs ?? null,
    lastFault: fault ?? earlier?.lastFault ?? null,
    lastFaultAt: fault ? now() : (earlier?.lastFaultAt ?? null),
  });
  state.timer ??= setTimeout(() => void flushHealth(), FLUSH_AFTER_MS).unref();
}

/** Writes what was noted. Resolves when it is stored. */
export function flushHealth(): Promise<void> {
  const state = collected();
  if (state.timer) clearTimeout(state.timer);
  state.timer = null;
  state.writing = state.writing.then(async () => {
    const counts = [...state.counts.values()];
    state.counts.clear();
    if (counts.length === 0) return;
    try {
      await announceChanges(await addHealth(counts));
    } catch (error) {
      log.warn({ err: error }, 'could not store the health of players of leagues');
    }
  });
  return state.writing;
}

const isWell = (status: HealthStatus | null): boolean => status === null || status === 'answers';

/** An event for each player that begins to fail or is well again, so that its league sees it before a match is lost. */
async function announceChanges(changed: readonly ChangedStatus[]): Promise<void> {
  const news = changed.filter(({ before, status }) => isWell(before) !== isWell(status) || !isWell(status));
  for (const leagueId of new Set(news.map((one) => one.leagueId))) {
    const events = news
      .filter((one) => one.leagueId === leagueId)
      .map(({ playerId, status }) => ({ type: 'player_health', data: { player_id: playerId, status } }));
    publish(await transaction((client) => appendEvents(client, leagueStream(leagueId), events)));
  }
}

const maybeIso = (at: Date | null) => at && iso(at);

/**
 * How the players of a league answer: all of them for its organizer, the own ones for an agent that plays. Players that were
 * not called yet are left out. Three queries. @throws NOT_FOUND · FORBIDDEN for everyone else
 */
export async function readHealth(of: {
  agent: Pick<LeagueAgent, 'isAdmin'> & { agentId: string };
  leagueId: string;
}): Promise<HealthRecord[]> {
  const league = await requireLeague(of.leagueId);
  const [players, rows] = await Promise.all([findPlayers(league.id), findHealth(league.id)]);
  const isOrganizer = mayOrganize(league, of.agent);
  const own = players.filter(({ agentId }) => agentId === of.agent.agentId).map(({ playerId }) => playerId);
  if (!isOrganizer && own.length === 0)
    throw new AppError('FORBIDDEN', 'Only the organizer of the league and its players may read this.');
  const byId = new Map(rows.map((row) => [row.playerId, row]));
  return players.flatMap(({ playerId }) => {
    const row = byId.get(playerId);
    if (!row || !(isOrganizer || own.includes(playerId))) return [];
    return [
      {
        player_id: playerId,
        status: row.status,
        sent: row.sent,
        answered: row.answered,
        faults: row.faults,
        last_answer_at: maybeIso(row.lastAnswerAt),
        last_latency_ms: row.lastLatencyMs,
        last_fault: row.lastFault,
        last_fault_at: maybeIso(row.lastFaultAt),
      },
    ];
  });
}
