import type { DeathCause } from '../events';
import type { Phase, Role, Team } from '../state';
import { type ParsedEvent, seatOf } from './events';
import type { Statement } from './speech';

export interface Death {
  seat: number;
  role: Role;
  cause: DeathCause;
  day: number;
}

/** Who is accused today, and by whom. */
export interface Accusation {
  targetPlayerId: string;
  byPlayerIds: string[];
  /** The latest accusation, in the words of its speaker. */
  quote: string;
  eventId: string;
}

/** One thing that a player said. */
export interface SpokenStatement {
  eventId: string;
  dayNumber: number;
  speakerId: string;
  statement: Statement;
  /** The whole message. */
  quote: string;
}

/** The game after a line. Lists have one entry for each seat. */
export interface Scene {
  phase: Phase;
  day: number;
  phaseStartedAt: string;
  /** Null when the game is over. */
  phaseMs: number | null;
  alive: readonly boolean[];
  /** As far as this viewer knows them. */
  roles: readonly (Role | null)[];
  /** The votes of the running or the latest vote: a seat, `abstain`, or null without a vote. */
  votes: readonly (number | 'abstain' | null)[];
  /** The day of that vote; null before the first. */
  voteDay: number | null;
  /** Who has spoken in this phase. */
  spoken: readonly boolean[];
  /** The last message of this phase, and the seat that it answers. It names players by their ids. */
  lastMessage: { seat: number; text: string; answers: number | null } | null;
  /** What each player said last. They name players by their ids. */
  lastWords: readonly (string | null)[];
  /** What was said today about others, oldest first; of the accusations those of players who died later are left out. */
  statements: readonly SpokenStatement[];
  /** The last words of the Town Crier. They name players by their ids. */
  crier: string | null;
  deaths: readonly Death[];
  /** The last night ended without a death because of the doctor. */
  saved: boolean;
  winner: Team | null;
}

const SEATS = 8;
const each = <T>(value: T): T[] => Array.from({ length: SEATS }, () => value);

export const FIRST_SCENE: Scene = {
  phase: 'LOBBY',
  day: 0,
  phaseStartedAt: '',
  phaseMs: null,
  alive: each(true),
  roles: each(null),
  votes: each(null),
  voteDay: null,
  spoken: each(false),
  lastMessage: null,
  lastWords: each(null),
  statements: [],
  crier: null,
  deaths: [],
  saved: false,
  winner: null,
};

/** The scene after an event. @param statements what its message says */
export function nextScene(
  scene: Scene,
  { type, data }: ParsedEvent,
  at: string,
  statements: readonly SpokenStatement[],
): Scene {
  switch (type) {
    case 'match_started':
      return { ...scene, phaseStartedAt: at };
    case 'phase_changed':
      return enterPhase(scene, data, at);
    case 'message_sent': {
      const seat = seatOf(data.playerId);
      return {
        ...scene,
        spoken: scene.spoken.with(seat, true),
        lastMessage: { seat, text: data.message, answers: null },
        lastWords: scene.lastWords.with(seat, data.message),
        statements: [...scene.statements, ...statements],
      };
    }
    case 'vote_cast': {
      const target = data.targetPlayerId === null ? 'abstain' : seatOf(data.targetPlayerId);
      return { ...scene, votes: scene.votes.with(seatOf(data.voterPlayerId), target) };
    }
    case 'night_resolved':
      return { ...scene, saved: data.savedByDoctor };
    case 'player_eliminated': {
      const { playerId, roleRevealed: role, cause } = data;
      const seat = seatOf(playerId);
      return {
        ...scene,
        alive: scene.alive.with(seat, false),
        roles: scene.roles.with(seat, role),
        votes: withdrawsVotes(scene, cause) ? withoutVotesOf(scene, seat) : scene.votes,
        statements: scene.statements.filter((one) => accusedBy(one) !== playerId),
        deaths: [...scene.deaths, { seat, role, cause, day: scene.day }],
      };
    }
    case 'game_ended': {
      const roles = [...scene.roles];
      for (const { playerId, role } of data.roles) roles[seatOf(playerId)] = role;
      return { ...scene, roles, winner: data.winningTeam };
    }
    case 'match_cancelled':
      return { ...scene, phase: 'ENDED', phaseMs: null };
    case 'player_ready':
    case 'narrated':
      // In matches of earlier versions another event has the words of a player who is ready.
      return data.message ? { ...scene, crier: data.message } : scene;
    case 'role_dealt': {
      const wolves = data.knownWolves.map(seatOf);
      const roles = scene.roles.with(seatOf(data.playerId), data.role);
      return { ...scene, roles: roles.map((role, seat) => (wolves.includes(seat) ? 'WEREWOLF' : role)) };
    }
    default:
      return scene;
  }
}

/** Whether a death takes votes back: who leaves during a vote has none in it, and those for this player can be given anew. */
export const withdrawsVotes = ({ phase }: Pick<Scene, 'phase'>, cause: DeathCause): boolean =>
  cause === 'LEFT' && phase === 'DAY_VOTE';

const withoutVotesOf = ({ votes }: Scene, seat: number): Scene['votes'] =>
  votes.map((vote, voter) => (voter === seat || vote === seat ? null : vote));

function enterPhase(
  scene: Scene,
  { to: phase, dayNumber: day, phaseMs }: Extract<ParsedEvent, { type: 'phase_changed' }>['data'],
  at: string,
): Scene {
  const startsVote = phase === 'DAY_VOTE';
  return {
    ...scene,
    phase,
    day,
    phaseStartedAt: at,
    phaseMs: phaseMs ?? null,
    votes: startsVote ? each(null) : scene.votes,
    voteDay: startsVote ? day : scene.voteDay,
    spoken: each(false),
    lastMessage: null,
    statements: phase === 'DAY_ANNOUNCE' ? [] : scene.statements,
    saved: phase === 'NIGHT' ? false : scene.saved,
  };
}

/** The player whom a statement accuses, a claimed inspection too; null for other statements. */
export function accusedBy({ statement }: Pick<SpokenStatement, 'statement'>): string | null {
  const accuses = statement.kind === 'ACCUSE' || (statement.kind === 'CLAIM_RESULT' && statement.isWolf);
  return accuses ? statement.target : null;
}

/** The accusations of the day by player, the most accused first. */
export function topAccusations({ statements }: Pick<Scene, 'statements'>): Accusation[] {
  const byTarget = new Map<string, Accusation>();
  for (const one of statements) {
    const targetPlayerId = accusedBy(one);
    if (targetPlayerId === null) continue;
    const byPlayerIds = new Set([...(byTarget.get(targetPlayerId)?.byPlayerIds ?? []), one.speakerId]);
    const { quote, eventId } = one;
    byTarget.set(targetPlayerId, { targetPlayerId, byPlayerIds: [...byPlayerIds], quote, eventId });
  }
  return [...byTarget.values()].sort((one, other) => other.byPlayerIds.length - one.byPlayerIds.length);
}

/** What one player thinks of another today: by an accusation, a defence, a claimed inspection or a vote. */
export interface Opinion {
  /** Seats. */
  from: number;
  to: number;
  kind: 'suspects' | 'defends';
  /** Whether it also voted for the other. */
  voted: boolean;
  quote: string | null;
}

/** Who suspects or defends whom today, the last word of each player about each other one. */
export function opinionsOf({ statements, votes, voteDay, day }: Scene): Opinion[] {
  const opinions = new Map<string, Opinion>();
  for (const one of statements) {
    if (one.statement.kind === 'CLAIM_ROLE') continue;
    const [from, to] = [seatOf(one.speakerId), seatOf(one.statement.target)];
    const kind = accusedBy(one) === null ? 'defends' : 'suspects';
    opinions.set(`${from} ${to}`, { from, to, kind, voted: false, quote: one.quote });
  }
  if (voteDay === day)
    for (const [from, to] of votes.entries()) {
      if (typeof to !== 'number') continue;
      const before = opinions.get(`${from} ${to}`);
      opinions.set(`${from} ${to}`, { from, to, kind: 'suspects', quote: before?.quote ?? null, voted: true });
    }
  return [...opinions.values()];
}

/** A phase in which all players talk to each other. */
export const isTalk = (phase: Phase): boolean => phase === 'DAY_OPENING' || phase === 'DAY_DISCUSSION';

/** A phase in which the votes of the day are cast or counted. */
export const isVote = (phase: Phase): boolean =>
  phase === 'DAY_VOTE' || phase === 'DAY_RESOLUTION' || phase === 'ENDED';

/** Votes by target, most first: `[seat, voters]`. */
export function tallyOf({ votes }: Pick<Scene, 'votes'>): [target: number, voters: number[]][] {
  const tally = new Map<number, number[]>();
  for (const [voter, target] of votes.entries()) {
    if (typeof target === 'number') tally.set(target, [...(tally.get(target) ?? []), voter]);
  }
  return [...tally].sort(([, one], [, other]) => other.length - one.length);
}
