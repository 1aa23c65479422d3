import type { AgentCaller } from '@/lib/core/caller';
import { iso } from '@/lib/core/clock';
import type { Seat, Strength } from '@/lib/core/game';
import type { Fields } from '@/lib/data/row';
import { gameById } from '@/lib/games';
import type { LeagueFormat } from './formats';
import type { HealthStatus } from './health.schema';
import type { FixtureOutcome, StandingsRow, TieBreak } from './standings';

// Limits of leagues, and their records in wire names. Specification: league.md; decisions.md, League.

/** Always there; a new season opens with the first registration after it is completed. */
export const DEFAULT_LEAGUE_ID = 'league_default';
export const MIN_PLAYERS = 2;
export const MAX_PLAYERS = 100;
/** House bots that a league may begin with: they fill places, and are not to play leagues of their own. */
export const MAX_HOUSE_BOTS = 16;
export const DEFAULT_GAME = 'even_odd';

export const LEAGUE_STATUSES = ['registration', 'ready', 'in_progress', 'completed'] as const;
export type LeagueStatus = (typeof LEAGUE_STATUSES)[number];

/** push: called at its endpoint; pull: an agent that calls; human: a signed-in person; bot: a house bot. */
const PLAYER_KINDS = ['push', 'pull', 'human', 'bot'] as const;
type PlayerKind = (typeof PLAYER_KINDS)[number];

const FIXTURE_STATUSES = ['scheduled', 'active', 'completed', 'bye'] as const;
type FixtureStatus = (typeof FIXTURE_STATUSES)[number];

/** The agent that calls. */
export type LeagueAgent = Pick<AgentCaller, 'agentId' | 'displayName' | 'isAdmin'>;

/** Faults that lose a fixture or a round of it. */
const LEAGUE_FAULTS = [
  'timeout',
  'invalid_move',
  'unreachable',
  'invalid_answer',
  'answer_too_large',
  'address_refused',
  'wrong_sender',
  'refused',
  'rate_limited',
] as const;
export type LeagueFault = (typeof LEAGUE_FAULTS)[number];

/** Why a fixture was lost without being beaten. */
export interface TechnicalLoss {
  player_id: string;
  fault: LeagueFault;
  /** What was sent, when, and what came back. */
  evidence: {
    message_type: string;
    game_round: number | null;
    sent_at: string;
    /** Why it did not count, with the field. */
    detail: string;
    /** The first characters of what the player sent, as JSON; absent when nothing came. */
    answer?: string;
  }[];
}

export type LeagueRow = Fields<
  'League',
  | 'id'
  | 'leagueId'
  | 'season'
  | 'name'
  | 'gameType'
  | 'format'
  | 'roundsToWin'
  | 'maxRounds'
  | 'timeLimitSeconds'
  | 'maxPlayers'
  | 'status'
  | 'currentRound'
  | 'roundCount'
  | 'version'
  | 'createdByAgentId'
  | 'createdAt'
  | 'startedAt'
  | 'completedAt'
  | 'pausedAt'
  | 'description'
  | 'startsAt'
  | 'listed',
  { format: LeagueFormat; status: LeagueStatus }
>;

export type LeagueListRow = LeagueRow & { playerCount: number; creatorName: string | null };

export type PlayerRow = Fields<
  'LeaguePlayer',
  | 'number'
  | 'playerId'
  | 'kind'
  | 'displayName'
  | 'version'
  | 'endpoint'
  | 'agentId'
  | 'strength'
  | 'registeredAt'
  | 'withdrawnAt',
  { kind: PlayerKind; strength: Strength | null }
>;

export type FixtureRow = Fields<
  'LeagueFixture',
  | 'id'
  | 'leagueUid'
  | 'roundId'
  | 'number'
  | 'matchId'
  | 'takenOverAt'
  | 'first'
  | 'second'
  | 'status'
  | 'conversationId'
  | 'gameSessionId'
  | 'winner'
  | 'firstScore'
  | 'secondScore'
  | 'reason'
  | 'technicalLoss'
  | 'annulledAt'
  | 'replays'
  | 'startedAt'
  | 'endedAt',
  { status: FixtureStatus; technicalLoss: TechnicalLoss | null }
>;

/** What a match that is being played shows of itself. */
export interface RunningMatch {
  gameRound: number;
  /** Won rounds, first player first; null in games without rounds. */
  scores: [number, number] | null;
}

/** A league in a list. */
export interface LeagueSummary {
  league_id: string;
  season: number;
  name: string;
  game_type: string;
  game_title: string;
  format: LeagueFormat;
  status: LeagueStatus;
  rounds_to_win: number;
  max_rounds: number;
  time_limit_seconds: number;
  max_players: number;
  player_count: number;
  /** 0 before the first. */
  current_round: number;
  /** Null while unknown. */
  round_count: number | null;
  /** Null for a league of the platform. */
  created_by: { agent_id: string; display_name: string } | null;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  /** Since when its organizer lets no match begin; null while it goes on. */
  paused_at: string | null;
  /** What it is about, in the words of its organizer. */
  description: string | null;
  /** When it starts by itself; null when its organizer starts it. */
  starts_at: string | null;
  /** Whether lists and the search show it. */
  listed: boolean;
}

export interface PlayerRecord {
  player_id: string;
  display_name: string;
  version: string;
  kind: PlayerKind;
  /** Null for a house bot and for an open registration. */
  agent_id: string | null;
  strength: Strength | null;
  registered_at: string;
  /** Since when its matches are lost, because it gave up; null while it plays. */
  withdrawn_at: string | null;
  /** How it answers; null before its first message, and for house bots. */
  health: HealthStatus | null;
}

/** A meeting of two players, or the bye of one. */
export interface FixtureRecord {
  match_id: string;
  round_id: number;
  status: FixtureStatus;
  /** First seat first; one player for a bye. */
  players: { player_id: string; role: string }[];
  /** The match on the platform, for its page and stream; null before the start and after a default loss without play. */
  game_session_id: string | null;
  /** Null on a draw and before the end. */
  winner: string | null;
  /** Won rounds so far or at the end; null before the start, and while a game without rounds is played. */
  scores: Record<string, number> | null;
  /** The round of the game that is played; null unless the match runs. */
  game_round: number | null;
  match_points: Record<string, number> | null;
  /** Why it ended: rounds, checkmate, timeout, default, unreachable, … */
  reason: string | null;
  technical_loss: TechnicalLoss | null;
  /** Since when its result does not count; null while it does. */
  annulled_at: string | null;
  /** The annulled match that this one plays again. */
  replays: string | null;
  started_at: string | null;
  ended_at: string | null;
}

export interface StandingRecord {
  rank: number;
  player_id: string;
  display_name: string;
  played: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  /** Rounds of the game won less rounds lost. */
  score_difference: number;
  head_to_head: number | null;
  form: FixtureOutcome[];
  ahead_by: TieBreak | null;
}

/** A league with its players, schedule and standings. */
export interface LeagueDetails extends LeagueSummary {
  players: PlayerRecord[];
  /** By round and place in the round. */
  schedule: FixtureRecord[];
  /** Fixtures follow the last one of this page. */
  has_more: boolean;
  standings: StandingRecord[];
  /** For events.wait and /watch on `league:<league_id>`. */
  cursor: string;
}

const maybeIso = (at: Date | null) => at && iso(at);

export function toLeagueSummary(row: LeagueListRow): LeagueSummary {
  return {
    league_id: row.leagueId,
    season: row.season,
    name: row.name,
    game_type: row.gameType,
    game_title: gameById(row.gameType)?.title ?? row.gameType,
    format: row.format,
    status: row.status,
    rounds_to_win: row.roundsToWin,
    max_rounds: row.maxRounds,
    time_limit_seconds: row.timeLimitSeconds,
    max_players: row.maxPlayers,
    player_count: row.playerCount,
    current_round: row.currentRound,
    round_count: row.roundCount,
    created_by:
      row.createdByAgentId === null
        ? null
        : { agent_id: row.createdByAgentId, display_name: row.creatorName ?? 'Unknown' },
    created_at: iso(row.createdAt),
    started_at: maybeIso(row.startedAt),
    completed_at: maybeIso(row.completedAt),
    paused_at: maybeIso(row.pausedAt),
    description: row.description,
    starts_at: maybeIso(row.startsAt),
    listed: row.listed,
  };
}

export function toPlayerRecord(row: PlayerRow, health: HealthStatus | null): PlayerRecord {
  return {
    player_id: row.playerId,
    display_name: row.displayName,
    version: row.version,
    kind: row.kind,
    agent_id: row.agentId,
    strength: row.strength,
    registered_at: iso(row.registeredAt),
    withdrawn_at: maybeIso(row.withdrawnAt),
    health,
  };
}

/** What the game calls a seat: ODD, White, X. */
export function roleOf(gameType: string, seat: Seat): string {
  return gameById(gameType)?.seats.names[seat] ?? `seat ${seat + 1}`;
}

/** Decided by the organizer, for a player, as a draw, or against both. */
export const ADJUDICATED = 'adjudicated';
export const ADJUDICATED_AGAINST_BOTH = 'forfeit';
/** Ended by the organizer, without a result. */
export const ANNULLED = 'annulled';

/** Reasons without a winner for which neither player gets a point: nobody played. */
const FORFEITS: ReadonlySet<string | null> = new Set([
  'unreachable',
  'default',
  'withdrawn',
  ADJUDICATED_AGAINST_BOTH,
  ANNULLED,
]);

/** Whether both players of a finished fixture have lost: neither could be reached, played or stayed. */
export const isForfeit = ({ winner, reason }: { winner: string | null; reason: string | null }): boolean =>
  winner === null && FORFEITS.has(reason);

/** Match points of a finished fixture by player. */
export function matchPointsOf(fixture: Pick<FixtureRow, 'first' | 'second' | 'winner' | 'reason'>) {
  const { first, second, winner } = fixture;
  const drawn = isForfeit(fixture) ? 0 : 1;
  const points = (playerId: string) => (winner === null ? drawn : winner === playerId ? 3 : 0);
  return Object.fromEntries([first, second].flatMap((id) => (id === null ? [] : [[id, points(id)]])));
}

export function toFixtureRecord(row: FixtureRow, gameType: string, running: RunningMatch | null): FixtureRecord {
  const isOver = row.status === 'completed';
  const counts = isOver && row.annulledAt === null;
  const { first, second } = row;
  const scores = isOver ? [row.firstScore ?? 0, row.secondScore ?? 0] : running?.scores;
  return {
    match_id: row.matchId,
    round_id: row.roundId,
    status: row.status,
    players: [first, second].flatMap((player_id, seat) =>
      player_id === null ? [] : [{ player_id, role: second === null ? 'bye' : roleOf(gameType, seat) }],
    ),
    game_session_id: row.gameSessionId,
    winner: counts ? row.winner : null,
    scores: scores && second ? { [first]: scores[0] ?? 0, [second]: scores[1] ?? 0 } : null,
    game_round: running?.gameRound ?? null,
    match_points: counts ? matchPointsOf(row) : null,
    reason: isOver ? row.reason : null,
    technical_loss: row.technicalLoss,
    annulled_at: maybeIso(row.annulledAt),
    replays: row.replays,
    started_at: maybeIso(row.startedAt),
    ended_at: maybeIso(row.endedAt),
  };
}

export function toStandingRecord(row: StandingsRow, displayName: string): StandingRecord {
  return {
    rank: row.rank,
    player_id: row.playerId,
    display_name: displayName,
    played: row.played,
    wins: row.wins,
    draws: row.draws,
    losses: row.losses,
    points: row.points,
    score_difference: row.difference,
    head_to_head: row.headToHead,
    form: row.form,
    ahead_by: row.aheadBy,
  };
}
