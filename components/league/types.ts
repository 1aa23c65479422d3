import type { PlayerKind } from '@/components/ui/kinds';
import type { HealthStatus, LeagueFormat, LeagueStatus, LeagueSummary, StandingRecord } from '@/lib/domain/leagues';

/** A league in a list. */
export interface LeagueCard extends LeagueSummary {
  /** When a bracket night begins by itself; null for other leagues. */
  starts_at: string | null;
  /** The leader, or the winner of a completed league; null where it was not read. */
  first: Pick<StandingRecord, 'display_name' | 'points'> | null;
}

/** How a player takes part. */
export type LeaguePlayerKind = 'push' | 'pull' | 'human' | 'bot';

/** A player of a league as pages show it. */
export interface LeagueMember {
  playerId: string;
  name: string;
  kind: LeaguePlayerKind;
  /** Of the public profile; null for house bots and open registrations. */
  agentId: string | null;
  hasWithdrawn: boolean;
  /** How it answers; null before its first message. */
  health: HealthStatus | null;
}

/** A meeting of two players, or the bye of one. */
export interface LeagueFixture {
  matchId: string;
  round: number;
  first: string;
  /** null for a bye. */
  second: string | null;
  status: 'scheduled' | 'active' | 'completed' | 'bye';
  winner: string | null;
  /** So far or at the end; null before the start, and while a game without rounds is played. */
  scores: [number, number] | null;
  /** The round of the game that is played; null unless the match runs. */
  gameRound: number | null;
  reason: string | null;
  technicalLoss: TechnicalLoss | null;
  /** The match to watch; null when none was played. */
  gameSessionId: string | null;
  /** Its result does not count. */
  isAnnulled: boolean;
  /** The annulled match that this one plays again. */
  replays: string | null;
}

/** What a player did wrong, when that decided the fixture. */
interface TechnicalLoss {
  playerId: string;
  fault: string;
  evidence: readonly LossEvidence[];
}

/** A message that shows a technical loss. */
interface LossEvidence {
  messageType: string;
  gameRound: number | null;
  sentAt: string;
  /** Why it did not count. */
  detail: string;
  /** The beginning of what the player sent; null when nothing came. */
  answer: string | null;
}

/** A meeting of a knockout. */
export interface BracketMatch {
  players: [string | null, string | null];
  isBye: boolean;
  /** The ids of its fixtures: two when the first was drawn. */
  fixtures: string[];
  winner: string | null;
  decidedBySeed: boolean;
}

/** A league as its page shows it. */
export interface LeagueView {
  leagueId: string;
  name: string;
  gameId: string;
  gameTitle: string;
  /** A rehearsal shows the messages of its game. */
  canRehearse: boolean;
  /** The names of the two seats. */
  seatNames: readonly string[];
  format: LeagueFormat;
  status: LeagueStatus;
  timeLimitSeconds: number;
  roundsToWin: number | null;
  maxRounds: number | null;
  maxPlayers: number;
  round: number;
  rounds: number | null;
  players: LeagueMember[];
  standings: readonly StandingRecord[];
  createdAt: string;
  /** A bracket night: guests take part, and house bots fill it. */
  isNight: boolean;
  /** When it begins by itself; null when its organizer starts it. */
  startsAt: string | null;
  /** In the words of its organizer. */
  description: string | null;
  isListed: boolean;
  /** An agent or a person created it, so its name and description are theirs. */
  hasOrganizer: boolean;
  startedAt: string | null;
  completedAt: string | null;
  /** Since when its organizer lets no match begin. */
  pausedAt: string | null;
}

/** The colour of a player's token. */
export function tokenKind({ kind }: Pick<LeagueMember, 'kind'>): PlayerKind {
  if (kind === 'human') return 'human';
  return kind === 'bot' ? 'bot' : 'agent';
}
