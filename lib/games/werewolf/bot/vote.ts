import type { WerewolfMove } from '../moves';
import { trait } from './beliefs';
import type { Mind } from './mind';
import { VOTE_REASONS } from './phrases';

/** How much each vote of others for a player attracts. */
const CROWD = 0.45;
/** Werewolves have nothing to lose by following a crowd against a villager. */
const WOLF_CROWD = 1.1;
/** A vote is changed only for a clearly better target. */
const CHANGE_FROM = 1.2;
/** Below this nobody is worth a vote. */
const ABSTAINS_BELOW = -0.6;
const GIVES_REASON_PERCENT = 55;

/** The vote of a bot; null when it stays with the one that it has cast. */
export function castVote(mind: Mind): WerewolfMove | null {
  const { view, you, rng, persona } = mind;
  const scores = scoreTargets(mind);
  const [first] = scores;
  const own = view.votes.find(({ voterPlayerId }) => voterPlayerId === you.playerId);
  const target = first && first.score >= ABSTAINS_BELOW ? first.playerId : null;
  if (own) {
    const current = scores.find(({ playerId }) => playerId === own.targetPlayerId)?.score ?? ABSTAINS_BELOW;
    if (!first || target === own.targetPlayerId || first.score < current + CHANGE_FROM) return null;
  }
  const gives = trait(persona, `reason ${view.dayNumber}`) * 100 < GIVES_REASON_PERCENT;
  return { type: 'vote', targetPlayerId: target, reason: gives && target ? rng.pick(VOTE_REASONS) : null };
}

/** The possible targets with what speaks for each: suspicion, and how many have voted so. */
function scoreTargets({ view, you, suspects, mates }: Mind): { playerId: string; score: number }[] {
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
