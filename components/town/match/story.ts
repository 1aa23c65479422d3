import type { MatchEvent } from '@/components/match/types';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { describePhase } from '../phases';
import type { Phase, Role, Team } from '../types';

/** What a line of the transcript is. `secret` and `wolf` lines are in the omniscient view alone. */
export type LineKind = 'phase' | 'message' | 'vote' | 'crier' | 'death' | 'wolf' | 'secret' | 'end';

/** One line of the transcript. Its step is its index, from 0. */
export interface Line {
  id: string;
  at: string;
  kind: LineKind;
  /** The player who speaks, votes, acts or dies; null for the narrator and for phases. */
  seat: number | null;
  text: string;
  /** `OPENING`, `DEFENSE`, …; null for lines that are no messages. */
  tag: string | null;
  phase: Phase;
  day: number;
  /** The place among the messages of the match, from 1. */
  turn: number | null;
  /** The number of the last public line so far, from 0: the same moment has the same number in every view. */
  publicStep: number;
}

export interface Death {
  seat: number;
  role: Role;
  cause: 'NIGHT' | 'VOTE' | 'LEFT';
  day: number;
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
  /** The last message of this phase. */
  said: { seat: number; text: string } | null;
  /** The last words of the Town Crier. */
  crier: string | null;
  deaths: readonly Death[];
  /** The last night ended without a death because of the doctor. */
  saved: boolean;
  winner: Team | null;
}

/** The transcript of a match, and the game after each of its lines. */
export interface Story {
  lines: readonly Line[];
  scenes: readonly Scene[];
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
  said: null,
  crier: null,
  deaths: [],
  saved: false,
  winner: null,
};

/** The seat, from 0, of an id like `p:3`; -1 for another text. */
export function seatOf(playerId: unknown): number {
  return /^p:[1-8]$/.test(String(playerId)) ? Number(String(playerId).slice(2)) - 1 : -1;
}

/** A text with the names of players in place of their ids. */
export function withNames(text: string, players: readonly Pick<SnapshotPlayer, 'seat' | 'display_name'>[]): string {
  return text.replace(/\bp:[1-8]\b/g, (id) => players.find(({ seat }) => seat === seatOf(id))?.display_name ?? id);
}

const string = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The story of a match from its events, oldest first. Events of unknown types are left out. */
export function tellStory(events: readonly MatchEvent[], players: readonly SnapshotPlayer[]): Story {
  const lines: Line[] = [];
  const scenes: Scene[] = [];
  let scene: Scene = FIRST_SCENE;
  let turn = 0;
  let publicLines = 0;
  for (const event of events) {
    const told = readEvent(event, scene, players);
    if (!told) continue;
    scene = told.scene;
    if (!told.line || isSaid(told.line, lines.at(-1))) continue;
    if (told.line.kind === 'message') turn++;
    if ((event.audience ?? 'public') === 'public') publicLines++;
    lines.push({
      id: event.id,
      at: event.at,
      seat: null,
      tag: null,
      phase: scene.phase,
      day: scene.day,
      turn: told.line.kind === 'message' ? turn : null,
      publicStep: Math.max(0, publicLines - 1),
      ...told.line,
    });
    scenes.push(scene);
  }
  return { lines, scenes };
}

/** The choice of a werewolf is an event for each of the pack; those who see everything read it once. */
const isSaid = ({ kind, seat, text }: NewLine, last: Line | undefined): boolean =>
  kind === 'secret' && last?.kind === kind && last.seat === seat && last.text === text;

type NewLine = Pick<Line, 'kind' | 'text'> & Partial<Pick<Line, 'seat' | 'tag'>>;
interface Told {
  scene: Scene;
  /** Null for what another line says. */
  line: NewLine | null;
}

function readEvent({ type, at, data }: MatchEvent, scene: Scene, players: readonly SnapshotPlayer[]): Told | null {
  const name = (id: unknown) => players.find(({ seat }) => seat === seatOf(id))?.display_name ?? 'A player';
  const message = withNames(string(data.message), players);
  switch (type) {
    case 'match_started':
      return { scene: { ...scene, phaseStartedAt: at }, line: null };
    case 'phase_changed': {
      const next = enterPhase(scene, data, at);
      return { scene: next, line: { kind: 'phase', text: describePhase({ phase: next.phase, day_number: next.day }) } };
    }
    case 'message_sent': {
      const seat = seatOf(data.playerId);
      const spoken = scene.spoken.with(seat, true);
      return {
        scene: { ...scene, spoken, said: { seat, text: message } },
        line: { kind: 'message', seat, text: message, tag: string(data.kind) || null },
      };
    }
    case 'vote_cast': {
      const seat = seatOf(data.voterPlayerId);
      const target = data.targetPlayerId === null ? 'abstain' : seatOf(data.targetPlayerId);
      const reason = string(data.reason) && `: “${withNames(string(data.reason), players)}”`;
      const text = target === 'abstain' ? `abstains${reason}` : `votes for ${name(data.targetPlayerId)}${reason}`;
      return { scene: { ...scene, votes: scene.votes.with(seat, target) }, line: { kind: 'vote', seat, text } };
    }
    case 'night_resolved':
      return { scene: { ...scene, saved: data.savedByDoctor === true }, line: null };
    case 'player_eliminated': {
      const seat = seatOf(data.playerId);
      const role = data.roleRevealed as Role;
      const death: Death = { seat, role, cause: data.cause as Death['cause'], day: scene.day };
      return {
        scene: {
          ...scene,
          alive: scene.alive.with(seat, false),
          roles: scene.roles.with(seat, role),
          deaths: [...scene.deaths, death],
        },
        line: { kind: 'death', seat, text: `${DEATH_WORDS[death.cause]} and was ${withArticle(role)}` },
      };
    }
    case 'game_ended': {
      const roles = Array.isArray(data.roles) ? rolesOf(scene, data.roles) : scene.roles;
      const winner = data.winningTeam as Team;
      const text = winner === 'VILLAGERS' ? 'The village has won' : 'The werewolves have won';
      return { scene: { ...scene, roles, winner }, line: { kind: 'end', text } };
    }
    case 'match_cancelled':
      return {
        scene: { ...scene, phase: 'ENDED', phaseMs: null },
        line: { kind: 'end', text: 'The match was cancelled' },
      };
    case 'player_ready':
      // In matches of earlier versions another event has the words.
      return message === '' ? null : { scene: { ...scene, crier: message }, line: { kind: 'crier', text: message } };
    case 'narrated':
      return { scene: { ...scene, crier: message }, line: { kind: 'crier', text: message } };
    case 'wolf_message_sent':
      return { scene, line: { kind: 'wolf', seat: seatOf(data.fromWolfId), text: message } };
    case 'role_dealt': {
      const wolves = Array.isArray(data.knownWolves) ? data.knownWolves.map(seatOf) : [];
      const roles = scene.roles.with(seatOf(data.playerId), data.role as Role);
      return {
        scene: { ...scene, roles: roles.map((role, seat) => (wolves.includes(seat) ? 'WEREWOLF' : role)) },
        line: null,
      };
    }
    case 'target_chosen':
    case 'pack_target_chosen':
      return secret(scene, data.byPlayerId, `chooses ${name(data.targetPlayerId)} as the victim`);
    case 'player_protected':
      return secret(scene, data.byPlayerId, `protects ${name(data.targetPlayerId)}`);
    case 'player_inspected': {
      const is = data.alignment === 'WEREWOLF' ? 'a werewolf' : 'not a werewolf';
      const seer = scene.roles.indexOf('SEER');
      return secret(scene, `p:${seer + 1}`, `inspects ${name(data.targetPlayerId)}: ${is}`);
    }
    default:
      return null;
  }
}

const DEATH_WORDS: Record<Death['cause'], string> = {
  NIGHT: 'was killed in the night',
  VOTE: 'was voted out',
  LEFT: 'left the match',
};

export const ROLE_WORDS: Record<Role, string> = {
  VILLAGER: 'Villager',
  WEREWOLF: 'Werewolf',
  SEER: 'Seer',
  DOCTOR: 'Doctor',
};

/** "a villager", "the seer": there is one seer and one doctor. */
export function withArticle(role: Role): string {
  return `${role === 'SEER' || role === 'DOCTOR' ? 'the' : 'a'} ${ROLE_WORDS[role].toLowerCase()}`;
}

const secret = (scene: Scene, playerId: unknown, text: string): Told => ({
  scene,
  line: { kind: 'secret', seat: seatOf(playerId), text },
});

function enterPhase(scene: Scene, data: MatchEvent['data'], at: string): Scene {
  const phase = data.to as Phase;
  const startsVote = phase === 'DAY_VOTE';
  return {
    ...scene,
    phase,
    day: Number(data.dayNumber),
    phaseStartedAt: at,
    phaseMs: typeof data.phaseMs === 'number' ? data.phaseMs : null,
    votes: startsVote ? each(null) : scene.votes,
    voteDay: startsVote ? Number(data.dayNumber) : scene.voteDay,
    spoken: each(false),
    said: null,
    saved: phase === 'NIGHT' ? false : scene.saved,
  };
}

function rolesOf(scene: Scene, revealed: readonly unknown[]): (Role | null)[] {
  const roles = [...scene.roles];
  for (const entry of revealed as { playerId: string; role: Role }[]) roles[seatOf(entry.playerId)] = entry.role;
  return roles;
}

/** The scene at a step; the newest one for null. */
export function sceneAt({ scenes }: Story, step: number | null): Scene {
  return (step === null ? scenes.at(-1) : scenes[Math.min(step, scenes.length - 1)]) ?? FIRST_SCENE;
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
