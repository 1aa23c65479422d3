import { sha256Hex } from '@/lib/core/rng';
import type { Role } from '../state';
import type { WerewolfView } from '../view';
import { claimants, claimedResults, type Notes } from './notes';

/** How much each sign raises the suspicion of a player; negative signs clear. */
const SIGNS = {
  knownWolf: 12,
  knownClean: -10,
  taste: 3.45,
  soleSeer: -1.3,
  rivalSeer: 0.5,
  falseClaim: 7,
  soleDoctor: -0.8,
  wolfResult: 4,
  cleanResult: -3,
  vouchedByWolf: 1.2,
  blamedByWolf: -1.5,
  accused: 0.35,
  accusedWolf: -0.4,
  accusedVillager: 0.25,
  defendedWolf: 0.6,
  votedWolf: -0.35,
  votedVillager: 0.15,
  abstained: 0.15,
  accusesMe: 0.6,
  silent: 0.25,
} as const;

/** A number between 0 and 1 that stays the same for a bot throughout its match. */
export function trait(persona: string, name: string): number {
  return Number.parseInt(sha256Hex(`${persona}|${name}`).slice(0, 8), 16) / 0xffffffff;
}

interface Beliefs {
  view: WerewolfView;
  notes: Notes;
  persona: string;
  /** The own role as far as the bot lets it count: a werewolf reasons as a villager would. */
  role: Role;
}

/** How suspicious each other living player is, most suspicious first. Zero is neutral. */
export function rankSuspects(beliefs: Beliefs): { playerId: string; score: number }[] {
  const { view, persona } = beliefs;
  const own = view.you?.playerId;
  return view.players
    .filter(({ playerId, alive }) => alive && playerId !== own)
    .map(({ playerId }) => ({
      playerId,
      score:
        (trait(persona, playerId) - 0.5) * SIGNS.taste + ownKnowledge(beliefs, playerId) + signsOf(beliefs, playerId),
    }))
    .sort((one, other) => other.score - one.score);
}

function ownKnowledge({ view: { you }, role }: Beliefs, playerId: string): number {
  if (role !== 'SEER') return 0;
  const found = you?.seerHistory.find(({ targetPlayerId }) => targetPlayerId === playerId);
  if (!found) return 0;
  return found.result === 'WEREWOLF' ? SIGNS.knownWolf : SIGNS.knownClean;
}

function signsOf(beliefs: Beliefs, playerId: string): number {
  return (
    signsOfClaims(beliefs, playerId) +
    signsOfResults(beliefs, playerId) +
    signsOfTalk(beliefs, playerId) +
    signsOfVotes(beliefs, playerId)
  );
}

/** Whether a claim of a role is known to be false: the own role, or that of a dead player. */
function isRefuted({ view: { you }, notes, role: ownRole }: Beliefs, playerId: string, role: Role): boolean {
  if (ownRole === role && you?.playerId !== playerId) return true;
  return [...notes.revealed].some(([id, revealed]) => revealed === role && id !== playerId);
}

function signsOfClaims(beliefs: Beliefs, playerId: string): number {
  const { notes } = beliefs;
  let score = 0;
  const seers = claimants(notes, 'SEER').filter((id) => !notes.revealed.has(id));
  if (seers.includes(playerId)) {
    if (isRefuted(beliefs, playerId, 'SEER')) score += SIGNS.falseClaim;
    else score += seers.length === 1 ? SIGNS.soleSeer : SIGNS.rivalSeer;
  }
  if (claimants(notes, 'DOCTOR').includes(playerId))
    score += isRefuted(beliefs, playerId, 'DOCTOR') ? SIGNS.falseClaim - 2 : SIGNS.soleDoctor;
  if (claimants(notes, 'WEREWOLF').includes(playerId)) score += SIGNS.falseClaim;
  return score;
}

function signsOfResults(beliefs: Beliefs, playerId: string): number {
  const { notes, view } = beliefs;
  const seers = claimants(notes, 'SEER');
  const living = seers.filter((id) => !notes.revealed.has(id));
  return seers.reduce((score, seer) => {
    const result = claimedResults(notes, seer).get(playerId);
    const aboutMe = seer === playerId ? claimedResults(notes, seer).get(view.you?.playerId ?? '') : undefined;
    const lied = aboutMe === true ? SIGNS.falseClaim : 0;
    if (result === undefined) return score + lied;
    const revealed = notes.revealed.get(seer);
    if (revealed === 'WEREWOLF') return score + lied + (result ? SIGNS.blamedByWolf : SIGNS.vouchedByWolf);
    if (revealed !== undefined && revealed !== 'SEER') return score + lied;
    const isKnownLiar = revealed === undefined && isRefuted(beliefs, seer, 'SEER');
    const trust = isKnownLiar ? -0.3 : revealed === 'SEER' ? 1.6 : living.length === 1 ? 0.36 : 0.25;
    return score + lied + trust * (result ? SIGNS.wolfResult : SIGNS.cleanResult);
  }, 0);
}

/** Each pair of players counts once, however often it is said. */
function signsOfTalk({ notes, view }: Beliefs, playerId: string): number {
  const accusers = new Set<string>();
  const accused = new Set<string>();
  const defended = new Set<string>();
  for (const { speakerId, statements, dayNumber } of notes.messages) {
    for (const statement of statements) {
      if (statement.kind !== 'ACCUSE' && statement.kind !== 'DEFEND') continue;
      const { target, kind } = statement;
      if (target === playerId && kind === 'ACCUSE' && dayNumber === view.dayNumber) accusers.add(speakerId);
      if (speakerId === playerId) (kind === 'ACCUSE' ? accused : defended).add(target);
    }
  }
  const isWolf = (id: string) => notes.revealed.get(id) === 'WEREWOLF';
  const dead = [...accused].filter((id) => notes.revealed.has(id));
  const hits = dead.filter(isWolf).length;
  const hasSpoken = notes.messages.some(({ speakerId }) => speakerId === playerId);
  return (
    hits * SIGNS.accusedWolf +
    (dead.length - hits) * SIGNS.accusedVillager +
    [...defended].filter(isWolf).length * SIGNS.defendedWolf +
    (accused.has(view.you?.playerId ?? '') ? SIGNS.accusesMe : 0) +
    Math.min(3, accusers.size) * SIGNS.accused +
    (notes.messages.length > 4 && !hasSpoken ? SIGNS.silent : 0)
  );
}

function signsOfVotes({ notes }: Beliefs, playerId: string): number {
  return notes.votes
    .filter(({ voterPlayerId }) => voterPlayerId === playerId)
    .reduce((score, { targetPlayerId }) => {
      if (targetPlayerId === null) return score + SIGNS.abstained;
      const truth = notes.revealed.get(targetPlayerId);
      if (!truth) return score;
      return score + (truth === 'WEREWOLF' ? SIGNS.votedWolf : SIGNS.votedVillager);
    }, 0);
}
