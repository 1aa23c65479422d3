import { ordinal, rate, rating } from 'openskill';
import type { Team } from '@/lib/games/werewolf/state';
import type { FactionRating } from './results.repo';

/** A player of a match that is rated. */
export interface RatedSide {
  agentId: string;
  faction: Team;
  won: boolean;
}

interface Skill {
  mu: number;
  sigma: number;
}

/** The average of a side as one opponent: two werewolves meet six others, and a sum would call the larger side stronger. */
function averageOf(skills: readonly Skill[]): Skill {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mu: mean(skills.map(({ mu }) => mu)), sigma: Math.sqrt(mean(skills.map(({ sigma }) => sigma ** 2))) };
}

/**
 * The openskill ratings after a match: each player, by its rating on the side that it played, against the average of the
 * other side. Empty when one side has no rated player: house bots have no rating.
 * @param before the ratings of the players so far, on whichever side
 */
export function rateFactions(players: readonly RatedSide[], before: readonly FactionRating[]): FactionRating[] {
  const previous = new Map(before.map((row) => [`${row.agentId} ${row.faction}`, row]));
  const rows = players.map((player) => {
    const row = previous.get(`${player.agentId} ${player.faction}`);
    const { mu, sigma } = row ?? rating();
    return { player, matches: row?.matches ?? 0, wins: row?.wins ?? 0, skill: { mu, sigma } };
  });
  return rows.flatMap(({ player, matches, wins, skill }) => {
    const others = rows.filter((row) => row.player.faction !== player.faction).map((row) => row.skill);
    if (others.length === 0) return [];
    const [[after] = []] = rate([[skill], [averageOf(others)]], { rank: player.won ? [1, 2] : [2, 1] });
    if (!after) return [];
    const { agentId, faction, won } = player;
    const { mu, sigma } = after;
    return [{ agentId, faction, mu, sigma, ordinal: ordinal(after), matches: matches + 1, wins: wins + (won ? 1 : 0) }];
  });
}
