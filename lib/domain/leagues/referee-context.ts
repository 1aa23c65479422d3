import { LRUCache } from 'lru-cache';
import type { Seat } from '@/lib/core/game';
import { once } from '@/lib/core/globals';
import type { ExchangeRow } from './exchanges.repo';
import type { PlayerIds } from './game-port';
import { type FixtureRow, findLeagueByUid, findPlayers, type LeagueRow, type PlayerRow } from './leagues.repo';
import { roleOf } from './leagues.schema';
import type { MatchFollower } from './match-follower';
import { conversationOf, type GameConfig, type RefereeEnvelope } from './protocol.schema';

/** A fixture that is refereed, with what does not change any more. */
export interface RefereeContext {
  fixture: FixtureRow;
  league: LeagueRow;
  players: readonly [PlayerRow, PlayerRow];
  ids: PlayerIds;
  /** What messages to each player begin with. */
  envelopes: Map<string, RefereeEnvelope>;
  /** The exchanges that this process knows; other processes may have stored more. */
  exchanges: ExchangeRow[];
  /** Exchanges that are being stored. */
  recordings: Promise<unknown>[];
  /** Follows the match from before its start; null for a match that another process has started. */
  follower: MatchFollower | null;
}

/** Leagues that have started; their players and limits stay. */
const leagues = () =>
  once(
    'leagues.started',
    () => new LRUCache<string, { league: LeagueRow; players: Map<string, PlayerRow> }>({ max: 200 }),
  );

/** The context of a fixture. No query when the league is cached, else two. @throws Error for a bye */
export async function contextOf(fixture: FixtureRow): Promise<RefereeContext> {
  const { league, players } = await readStarted(fixture.leagueUid);
  const first = players.get(fixture.first);
  const second = fixture.second === null ? undefined : players.get(fixture.second);
  if (!first || !second) throw new Error(`the fixture ${fixture.matchId} has no two players`);
  const ids = [first.playerId, second.playerId] as const;
  return {
    fixture,
    league,
    players: [first, second],
    ids,
    envelopes: new Map(),
    exchanges: [],
    recordings: [],
    follower: null,
  };
}

async function readStarted(leagueUid: string) {
  const cached = leagues().get(leagueUid);
  if (cached) return cached;
  const [league, players] = await Promise.all([findLeagueByUid(leagueUid), findPlayers(leagueUid)]);
  if (!league) throw new Error('the league of a fixture is gone');
  const started = { league, players: new Map(players.map((player) => [player.playerId, player])) };
  leagues().set(leagueUid, started);
  return started;
}

/** What every message to a player begins with. */
export function envelopeOf({ fixture, league, envelopes }: RefereeContext, playerId: string): RefereeEnvelope {
  const known = envelopes.get(playerId);
  if (known) return known;
  const { roundId, matchId } = fixture;
  const made = { leagueId: league.leagueId, roundId, matchId, conversationId: conversationOf(fixture, playerId) };
  envelopes.set(playerId, made);
  return made;
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
