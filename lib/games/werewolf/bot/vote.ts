import type { WerewolfMove } from '../moves';
import { trait } from './beliefs';
import { factsAgainst, tellFact } from './facts';
import type { Mind } from './mind';

/** How much each vote of others for a player attracts. */
const CROWD = 0.5;
/** Werewolves have nothing to lose by following a crowd against a villager. */
const WOLF_CROWD = 1.6;
/** A vote is changed for a target that is better by this much, the tally included. */
const CHANGE_FROM = 0.8;
/** How suspicious a leader must be for a vote that decides nothing to join, and to save oneself or a mate. */
const JOINS_FROM = 0.1;
const SAVES_FROM = -1;
/** Below this nobody is worth a vote. */
const ABSTAINS_BELOW = -0.6;
const GIVES_REASON_PERCENT = 70;

interface Score {
  playerId: string;
  score: number;
}

/** The vote of a bot; null when it stays with the one that it has cast. */
export function castVote(mind: Mind): WerewolfMove | null {
  const { view, you } = mind;
  const scores = scoreTargets(mind);
  const [first] = scores;
  const own = view.votes.find(({ voterPlayerId }) => voterPlayerId === you.playerId);
  const target = first && first.score >= ABSTAINS_BELOW ? first.playerId : null;
  if (own) return changeVote(mind, scores, own.targetPlayerId);
  return voteFor(mind, target);
}

function voteFor(mind: Mind, target: string | null): WerewolfMove {
  const { view, persona, rng } = mind;
  const gives = trait(persona, `reason ${view.dayNumber}`) * 100 < GIVES_REASON_PERCENT;
  const reason = gives && target ? tellFact(factsAgainst(mind, target), rng, () => false) : null;
  return { type: 'vote', targetPlayerId: target, reason };
}

/**
 * A second thought when the tally has moved: for a clearly better target, and away from a vote that decides nothing, to the
 * one of the leaders that is more suspicious. Werewolves move to save each other. Null: the vote stays.
 */
function changeVote(mind: Mind, scores: readonly Score[], current: string | null): WerewolfMove | null {
  const { view, you, mates, notes } = mind;
  const own = notes.votes.find((vote) => vote.voterPlayerId === you.playerId && vote.dayNumber === view.dayNumber);
  if (own && own.times > 1) return null;
  const scoreOf = (id: string | null) => scores.find(({ playerId }) => playerId === id)?.score ?? ABSTAINS_BELOW;
  const counts = new Map<string, number>();
  for (const { targetPlayerId } of view.votes)
    if (targetPlayerId) counts.set(targetPlayerId, (counts.get(targetPlayerId) ?? 0) + 1);
  const tally = [...counts].sort(([, one], [, other]) => other - one);
  const most = tally[0]?.[1] ?? 0;
  const [first] = scores;
  if (first && first.playerId !== current && first.score >= scoreOf(current) + CHANGE_FROM)
    return voteFor(mind, first.playerId);
  const threatened = [you.playerId, ...mates];
  const leads = tally.filter(([, count]) => count >= most - 1 && count > 1).map(([id]) => id);
  const isLost = current === null || (counts.get(current) ?? 0) < Math.max(2, most - 1);
  const saves = leads.some((id) => threatened.includes(id)) && !leads.includes(current ?? '');
  const [better] = leads
    .filter((id) => !threatened.includes(id) && id !== current)
    .toSorted((one, other) => scoreOf(other) - scoreOf(one));
  if (!better || !(isLost || saves) || scoreOf(better) < (saves ? SAVES_FROM : JOINS_FROM)) return null;
  return voteFor(mind, better);
}

/** The possible targets with what speaks for each: suspicion, and how many have voted so. */
function scoreTargets({ view, you, suspects, mates }: Mind): Score[] {
  const others = view.votes.filter(({ voterPlayerId }) => voterPlayerId !== you.playerId);
  const votesFor = (id: string) => others.filter(({ targetPlayerId }) => targetPlayerId === id).length;
  const isWolf = you.role === 'WEREWOLF';
  const allowed = suspects.filter(({ playerId }) => you.requiredAction.allowedTargets.includes(playerId));
  return allowed
    .map(({ playerId, score }) => ({
      playerId,
      score: score + votesFor(playerId) * (isWolf && !mates.includes(playerId) ? WOLF_CROWD : CROWD),
    }))
    .sort((one, other) => other.score - one.score);
}
