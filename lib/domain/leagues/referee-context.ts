import { LRUCache } from 'lru-cache';
import type { Seat } from '@/lib/core/game';
import { once } from '@/lib/core/globals';
import { onCredentialChange } from '@/lib/domain/accounts';
import { broadcastHint, onBroadcast, onReconnect } from '@/lib/events';
import type { PlayerIds } from './game-port';
import { findLeaguesByUid } from './leagues.repo';
import { type FixtureRow, type LeagueRow, type PlayerRow, roleOf } from './leagues.schema';
import { findPlayersOf } from './players.repo';
import { conversationOf, type GameConfig, type RefereeEnvelope } from './protocol.schema';

/** A fixture with what does not change while it is played. */
export interface RefereeContext {
  fixture: FixtureRow;
  league: LeagueRow;
  players: readonly [PlayerRow, PlayerRow];
  ids: PlayerIds;
  /** What messages to each player begin with. */
  envelopes: Map<string, RefereeEnvelope>;
}

interface LeagueWithPlayers {
  league: LeagueRow;
  players: ReadonlyMap<string, PlayerRow>;
}

const MAX_LEAGUES = 200;
const PLAYERS_TOPIC = 'league_players';

/**
 * Leagues that have started, with their players, by internal id. A league in registration is never in it, because its
 * players still change. A change of the players of a started league removes it in every process.
 */
const startedLeagues = () =>
  once('leagues.started', () => {
    const cache = { leagues: new LRUCache<string, LeagueWithPlayers>({ max: MAX_LEAGUES }), changes: 0 };
    const remove = (leagueUid: unknown) => {
      cache.changes++;
      if (typeof leagueUid === 'string') cache.leagues.delete(leagueUid);
      else cache.leagues.clear();
    };
    onBroadcast(PLAYERS_TOPIC, remove);
    // A deleted agent or account has no name any more.
    onCredentialChange(({ ended }) => ended && remove(null));
    onReconnect(() => remove(null));
    return cache;
  });

/** Notifies every process that players of a league have changed. Call it after the commit. */
export async function announcePlayers(leagueUid: string): Promise<void> {
  startedLeagues();
  await broadcastHint(PLAYERS_TOPIC, leagueUid);
}

/** `contextsOf` for one fixture. */
export async function contextOf(fixture: FixtureRow): Promise<RefereeContext> {
  const [context] = await contextsOf([fixture]);
  return context as RefereeContext;
}

/** The contexts of fixtures. No query when their leagues are cached, else two. @throws Error for a bye */
export async function contextsOf(fixtures: readonly FixtureRow[]): Promise<RefereeContext[]> {
  const leagues = await readLeagues(new Set(fixtures.map(({ leagueUid }) => leagueUid)));
  return fixtures.map((fixture) => {
    const { league, players } = leagues.get(fixture.leagueUid) ?? {};
    const first = players?.get(fixture.first);
    const second = fixture.second === null ? undefined : players?.get(fixture.second);
    if (!league || !first || !second) throw new Error(`the fixture ${fixture.matchId} has no two players`);
    return { fixture, league, players: [first, second], ids: [first.playerId, second.playerId], envelopes: new Map() };
  });
}

async function readLeagues(leagueUids: ReadonlySet<string>): Promise<Map<string, LeagueWithPlayers>> {
  const cache = startedLeagues();
  const found = new Map<string, LeagueWithPlayers>();
  for (const leagueUid of leagueUids) {
    const cached = cache.leagues.get(leagueUid);
    if (cached) found.set(leagueUid, cached);
  }
  const missing = [...leagueUids].filter((leagueUid) => !found.has(leagueUid));
  if (missing.length === 0) return found;
  const { changes } = cache;
  // The players after the league: those of a league that is read as started do not change any more.
  const leagues = await findLeaguesByUid(missing);
  const players = await findPlayersOf(missing);
  for (const league of leagues) {
    const own = players.filter(({ leagueUid }) => leagueUid === league.id);
    const read = { league, players: new Map(own.map((player) => [player.playerId, player])) };
    found.set(league.id, read);
    if (league.status !== 'registration' && changes === cache.changes) cache.leagues.set(league.id, read);
  }
  return found;
}

/** What every message to a player begins with. */
export function envelopeOf({ fixture, league, envelopes }: RefereeContext, playerId: string): RefereeEnvelope {
  const cached = envelopes.get(playerId);
  if (cached) return cached;
  const { roundId, matchId } = fixture;
  const envelope = { leagueId: league.leagueId, roundId, matchId, conversationId: conversationOf(fixture, playerId) };
  envelopes.set(playerId, envelope);
  return envelope;
}

export function gameConfigOf({ gameType, roundsToWin, maxRounds, timeLimitSeconds }: LeagueRow): GameConfig {
  return {
    game_type: gameType,
    rounds_to_win: roundsToWin,
    max_rounds: maxRounds,
    time_limit_seconds: timeLimitSeconds,
  };
}

export function rolesOf({ league, ids }: RefereeContext): { player_id: string; role: string }[] {
  return ids.map((player_id, seat) => ({ player_id, role: roleOf(league.gameType, seat) }));
}

/** The seats whose players are called. */
export function pushSeats({ players }: RefereeContext): Seat[] {
  return players.flatMap(({ kind }, seat) => (kind === 'push' ? [seat] : []));
}
