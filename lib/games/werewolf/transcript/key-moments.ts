import type { Role } from '../state';
import { listOf, type ParsedEvent, seatOf } from './events';
import { accusedBy, type Scene, type SpokenStatement } from './scene';

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
  /** The index of the last line at that moment. */
  step: number;
  dayNumber: number;
  kind: KeyMomentKind;
  /** Who did it; null where it is no player's doing. */
  playerId: string | null;
  targetPlayerId: string | null;
  text: string;
  /** The message that was read so; null where the moment is no reading of words. */
  quote: string | null;
}

type Draft = Pick<KeyMoment, 'kind' | 'playerId' | 'targetPlayerId' | 'text'> & Partial<Pick<KeyMoment, 'quote'>>;

/** One of a role: there is one seer and one doctor. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  VILLAGER: 'a villager',
  WEREWOLF: 'a werewolf',
  SEER: 'the seer',
  DOCTOR: 'the doctor',
};

/** An event with what a moment depends on. */
interface MomentContext {
  event: ParsedEvent;
  /** The game before the event. */
  before: Scene;
  /** What the message of the event says. */
  spoken: readonly SpokenStatement[];
  /** The role that each player claimed last; a new claim is added. */
  claims: Map<string, Role>;
}

/**
 * The key moments of one event in their order: accusations (the first of each pair a day), role claims, counterclaims,
 * claimed inspections, contradictions, changed votes, deaths.
 */
export function findKeyMoments({ event: { type, data }, before, spoken, claims }: MomentContext): Draft[] {
  switch (type) {
    case 'message_sent':
      return spoken.flatMap((one, index) =>
        momentsOfStatement(one, [...before.statements, ...spoken.slice(0, index)], before, claims).map((moment) => ({
          ...moment,
          quote: one.quote,
        })),
      );
    case 'vote_cast':
      return momentsOfVote(data.voterPlayerId, data.targetPlayerId, before);
    case 'player_eliminated': {
      const { playerId, roleRevealed, cause } = data;
      const how = { NIGHT: 'is killed at night', VOTE: 'is voted out', LEFT: 'leaves the match' }[cause];
      const text = `${playerId} ${how}: ${ROLE_NAMES[roleRevealed]}.`;
      return [{ kind: 'DEATH', playerId: null, targetPlayerId: playerId, text }];
    }
    case 'night_resolved': {
      const text = 'The doctor stops the attack of the night.';
      return data.savedByDoctor ? [{ kind: 'SAVED', playerId: null, targetPlayerId: null, text }] : [];
    }
    case 'game_ended': {
      const text = data.winningTeam === 'VILLAGERS' ? 'The village wins.' : 'The werewolves win.';
      return [{ kind: 'END', playerId: null, targetPlayerId: null, text }];
    }
    default:
      return [];
  }
}

function momentsOfStatement(
  { speakerId: playerId, statement }: SpokenStatement,
  earlier: readonly SpokenStatement[],
  { alive }: Scene,
  claims: MomentContext['claims'],
): Draft[] {
  switch (statement.kind) {
    case 'CLAIM_ROLE':
      return momentsOfClaim(playerId, statement.role, claims);
    case 'CLAIM_RESULT': {
      const { target, isWolf } = statement;
      const text = `${playerId} says that an inspection showed ${target} to be ${isWolf ? 'a werewolf' : 'no werewolf'}.`;
      return [{ kind: 'INSPECTION_CLAIM', playerId, targetPlayerId: target, text }];
    }
    case 'ACCUSE': {
      const { target } = statement;
      const isRepeated = earlier.some((one) => one.speakerId === playerId && accusedBy(one) === target);
      const text = `${playerId} accuses ${target}.`;
      const isNew = !isRepeated && alive[seatOf(target)];
      return isNew ? [{ kind: 'ACCUSATION', playerId, targetPlayerId: target, text }] : [];
    }
    case 'DEFEND':
      return [];
  }
}

function momentsOfClaim(playerId: string, role: Role, claims: MomentContext['claims']): Draft[] {
  const before = claims.get(playerId);
  if (before === role) return [];
  const rivals = [...claims].filter(([id, claimed]) => claimed === role && id !== playerId).map(([id]) => id);
  claims.set(playerId, role);
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

function momentsOfVote(voter: string, target: string | null, { votes, statements, alive }: Scene): Draft[] {
  const vote = votes[seatOf(voter)] ?? null;
  const before = typeof vote === 'number' ? `p:${vote + 1}` : 'nobody';
  const moments: Draft[] = [];
  if (vote !== null && before !== (target ?? 'nobody')) {
    const text = `${voter} changes the vote from ${before} to ${target ?? 'nobody'}.`;
    moments.push({ kind: 'VOTE_FLIP', playerId: voter, targetPlayerId: target, text });
  }
  if (target === null) return moments;
  const contradiction = { kind: 'CONTRADICTION', playerId: voter, targetPlayerId: target } as const;
  const own = statements.filter(({ speakerId }) => speakerId === voter);
  if (own.some((one) => one.statement.kind !== 'CLAIM_ROLE' && !accusedBy(one) && one.statement.target === target))
    moments.push({ ...contradiction, text: `${voter} defended ${target} today, but votes for ${target}.` });
  const accused = [...new Set(own.flatMap((one) => accusedBy(one) ?? []))].filter((id) => alive[seatOf(id)]);
  if (accused.length > 0 && !accused.includes(target))
    moments.push({ ...contradiction, text: `${voter} accused ${listOf(accused)} today, but votes for ${target}.` });
  return moments;
}
