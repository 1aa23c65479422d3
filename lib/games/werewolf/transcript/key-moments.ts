import type { Role } from '../state';
import { dataOf, type TranscriptEvent } from './events';
import { readStatements, type Statement } from './speech';

export type KeyMomentKind =
  | 'ACCUSATION'
  | 'ROLE_CLAIM'
  | 'SEER_CLAIM'
  | 'COUNTERCLAIM'
  | 'INSPECTION_CLAIM'
  | 'CONTRADICTION'
  | 'VOTE_FLIP'
  | 'DEATH'
  | 'SAVED'
  | 'END';

/** A moment worth going to. `text` names players by their ids. */
export interface KeyMoment {
  eventId: string;
  at: string;
  dayNumber: number;
  kind: KeyMomentKind;
  /** Who did it; null where it is no player's doing. */
  playerId: string | null;
  targetPlayerId: string | null;
  text: string;
}

/** Who is accused today, and by whom, the most accused first. */
export interface Accusation {
  targetPlayerId: string;
  byPlayerIds: string[];
  /** The latest accusation, in the words of its speaker. */
  quote: string;
  eventId: string;
}

type Draft = Pick<KeyMoment, 'kind' | 'playerId' | 'targetPlayerId' | 'text'>;

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  VILLAGER: 'a villager',
  WEREWOLF: 'a werewolf',
  SEER: 'the seer',
  DOCTOR: 'the doctor',
};

/** What players have said and done so far, as far as contradictions need it. */
class Memory {
  dayNumber = 0;
  readonly claims = new Map<string, Role>();
  /** `p:1>p:2` for each accusation and each defence of the running day. */
  readonly accusations = new Set<string>();
  readonly defences = new Set<string>();
  readonly votes = new Map<string, string | null>();
  readonly dead = new Set<string>();

  startDay(dayNumber: number): void {
    this.dayNumber = dayNumber;
    this.accusations.clear();
    this.defences.clear();
  }
}

/** `a`, `a and b`, `a, b and c`. */
export const listOf = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

const pair = (one: string, other: string) => `${one}>${other}`;

/**
 * The key moments of a match in their order: accusations (the first of each pair a day), role claims, counterclaims,
 * claimed inspections, contradictions, changed votes, deaths. `names`: display names by seat, for mentions in messages.
 */
export function findKeyMoments(events: readonly TranscriptEvent[], names: readonly string[]): KeyMoment[] {
  const memory = new Memory();
  return events.flatMap((event) =>
    momentsOf(event, memory, names).map((draft) => ({
      eventId: event.id,
      at: event.at,
      dayNumber: memory.dayNumber,
      ...draft,
    })),
  );
}

function momentsOf(event: TranscriptEvent, memory: Memory, names: readonly string[]): Draft[] {
  const message = dataOf(event, 'message_sent');
  if (message) {
    const speakerId = message.playerId;
    return readStatements(message.message, { speakerId, names }).flatMap((statement) =>
      momentsOfStatement(speakerId, statement, memory),
    );
  }
  const vote = dataOf(event, 'vote_cast');
  if (vote) return momentsOfVote(vote.voterPlayerId, vote.targetPlayerId, memory);
  const phase = dataOf(event, 'phase_changed');
  if (phase?.to === 'DAY_ANNOUNCE') memory.startDay(phase.dayNumber);
  if (phase?.to === 'DAY_VOTE') memory.votes.clear();
  return momentsOfResult(event, memory);
}

function momentsOfResult(event: TranscriptEvent, memory: Memory): Draft[] {
  const death = dataOf(event, 'player_eliminated');
  if (death) {
    const { playerId, roleRevealed, cause } = death;
    memory.dead.add(playerId);
    const how = { NIGHT: 'is killed at night', VOTE: 'is voted out', LEFT: 'leaves the match' }[cause];
    const text = `${playerId} ${how}: ${ROLE_NAMES[roleRevealed]}.`;
    return [{ kind: 'DEATH', playerId: null, targetPlayerId: playerId, text }];
  }
  const night = dataOf(event, 'night_resolved');
  if (night?.savedByDoctor)
    return [{ kind: 'SAVED', playerId: null, targetPlayerId: null, text: 'The doctor stops the attack of the night.' }];
  const end = dataOf(event, 'game_ended');
  if (end) {
    const text = end.winningTeam === 'VILLAGERS' ? 'The village wins.' : 'The werewolves win.';
    return [{ kind: 'END', playerId: null, targetPlayerId: null, text }];
  }
  return [];
}

function momentsOfStatement(playerId: string, statement: Statement, memory: Memory): Draft[] {
  switch (statement.kind) {
    case 'CLAIM_ROLE':
      return momentsOfClaim(playerId, statement.role, memory);
    case 'CLAIM_RESULT': {
      const { target, isWolf } = statement;
      (isWolf ? memory.accusations : memory.defences).add(pair(playerId, target));
      const text = `${playerId} says that an inspection showed ${target} to be ${isWolf ? 'a werewolf' : 'no werewolf'}.`;
      return [{ kind: 'INSPECTION_CLAIM', playerId, targetPlayerId: target, text }];
    }
    case 'ACCUSE': {
      const { target } = statement;
      const isKnown = memory.accusations.has(pair(playerId, target)) || memory.dead.has(target);
      memory.accusations.add(pair(playerId, target));
      const text = `${playerId} accuses ${target}.`;
      return isKnown ? [] : [{ kind: 'ACCUSATION', playerId, targetPlayerId: target, text }];
    }
    case 'DEFEND':
      memory.defences.add(pair(playerId, statement.target));
      return [];
  }
}

function momentsOfClaim(playerId: string, role: Role, memory: Memory): Draft[] {
  const before = memory.claims.get(playerId);
  if (before === role) return [];
  const rivals = [...memory.claims].filter(([id, claimed]) => claimed === role && id !== playerId).map(([id]) => id);
  memory.claims.set(playerId, role);
  const moments: Draft[] = [];
  if (role === 'SEER' && rivals.length > 0) {
    const [rival = null] = rivals;
    const text = `${playerId} claims to be the seer too, against ${listOf(rivals)}.`;
    moments.push({ kind: 'COUNTERCLAIM', playerId, targetPlayerId: rival, text });
  } else {
    const kind = role === 'SEER' ? 'SEER_CLAIM' : 'ROLE_CLAIM';
    moments.push({ kind, playerId, targetPlayerId: null, text: `${playerId} claims to be ${ROLE_NAMES[role]}.` });
  }
  if (before) {
    const text = `${playerId} claimed to be ${ROLE_NAMES[before]}, and now ${ROLE_NAMES[role]}.`;
    moments.push({ kind: 'CONTRADICTION', playerId, targetPlayerId: null, text });
  }
  return moments;
}

function momentsOfVote(voter: string, target: string | null, memory: Memory): Draft[] {
  const before = memory.votes.get(voter);
  memory.votes.set(voter, target);
  const moments: Draft[] = [];
  if (before !== undefined && before !== target) {
    const text = `${voter} changes the vote from ${before ?? 'nobody'} to ${target ?? 'nobody'}.`;
    moments.push({ kind: 'VOTE_FLIP', playerId: voter, targetPlayerId: target, text });
  }
  if (target === null) return moments;
  const contradiction = { kind: 'CONTRADICTION', playerId: voter, targetPlayerId: target } as const;
  if (memory.defences.has(pair(voter, target)))
    moments.push({ ...contradiction, text: `${voter} defended ${target} today, but votes for ${target}.` });
  const accused = [...memory.accusations]
    .filter((entry) => entry.startsWith(`${voter}>`))
    .map((entry) => entry.slice(voter.length + 1))
    .filter((id) => !memory.dead.has(id));
  if (accused.length > 0 && !accused.includes(target))
    moments.push({ ...contradiction, text: `${voter} accused ${listOf(accused)} today, but votes for ${target}.` });
  return moments;
}

/** The accusations of the running day by player, the most accused first; a claimed inspection counts too. */
export function topAccusations(events: readonly TranscriptEvent[], names: readonly string[]): Accusation[] {
  const byTarget = new Map<string, Accusation>();
  for (const event of events) {
    if (dataOf(event, 'phase_changed')?.to === 'DAY_ANNOUNCE') byTarget.clear();
    const death = dataOf(event, 'player_eliminated');
    if (death) byTarget.delete(death.playerId);
    const message = dataOf(event, 'message_sent');
    if (!message) continue;
    const speakerId = message.playerId;
    for (const statement of readStatements(message.message, { speakerId, names })) {
      if (statement.kind !== 'ACCUSE' && !(statement.kind === 'CLAIM_RESULT' && statement.isWolf)) continue;
      const known = byTarget.get(statement.target)?.byPlayerIds ?? [];
      byTarget.set(statement.target, {
        targetPlayerId: statement.target,
        byPlayerIds: [...new Set([...known, speakerId])],
        quote: message.message,
        eventId: event.id,
      });
    }
  }
  return [...byTarget.values()].sort((one, other) => other.byPlayerIds.length - one.byPlayerIds.length);
}
