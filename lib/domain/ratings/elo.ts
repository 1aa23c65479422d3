/** The first rating of every player. */
export const INITIAL_ELO = 1200;

/** The owner of a player; null for an agent that is not claimed, and for a guest. */
export interface OwnedPlayer {
  kind: 'agent' | 'human';
  ownerId: string | null;
}

/** A person without an account. Anybody can be any number of guests, so that a result against one says nothing. */
export const isGuest = ({ kind, ownerId }: OwnedPlayer): boolean => kind === 'human' && ownerId === null;

/** Whether two players are rated against each other: agents of one owner are not, nor an owner with the own agent, nor guests. */
export function isRatedAgainst(one: OwnedPlayer, other: OwnedPlayer): boolean {
  if (isGuest(one) || isGuest(other)) return false;
  return one.ownerId === null || one.ownerId !== other.ownerId;
}

/** Whether a match between these players, house bots left out, is rated. Decided once, at its start. */
export function isRated(players: readonly OwnedPlayer[]): boolean {
  return players.some((one, index) => players.slice(index + 1).some((other) => isRatedAgainst(one, other)));
}

/** A player of a finished match, as far as ratings care. */
export interface RatedPlayer extends OwnedPlayer {
  agentId: string;
  elo: number;
  matchesPlayed: number;
  /** 1 is best; equal ranks tie. */
  rank: number;
  /** In team games; without it every player is on an own side. */
  team?: string;
}

/** How much one match can move a rating: newcomers find their place quickly. decisions.md, Elo. */
export function kFactor(matchesPlayed: number): number {
  if (matchesPlayed < 30) return 32;
  return matchesPlayed <= 100 ? 24 : 16;
}

/** Expected score of a rating against another, 0 to 1. */
export function expectedScore(elo: number, opponent: number): number {
  return 1 / (1 + 10 ** ((opponent - elo) / 400));
}

/**
 * Elo after a match, by agent, in whole points. n players: pairwise by rank with K/(n−1); teams: each player against
 * the average of the other side. A player without an opponent that counts is left out.
 */
export function eloAfter(players: readonly RatedPlayer[]): Map<string, number> {
  const after = new Map<string, number>();
  for (const player of players) {
    const opponents = opponentsOf(player, players);
    if (opponents.length === 0) continue;
    const gain = opponents.reduce(
      (sum, opponent) => sum + scoreAgainst(player, opponent) - expectedScore(player.elo, opponent.elo),
      0,
    );
    after.set(
      player.agentId,
      Math.max(100, Math.round(player.elo + (kFactor(player.matchesPlayed) * gain) / opponents.length)),
    );
  }
  return after;
}

/** Points of a player against another: 1, ½ or 0 by rank. */
export function scoreAgainst(player: { rank: number }, opponent: { rank: number }): number {
  if (player.rank === opponent.rank) return 0.5;
  return player.rank < opponent.rank ? 1 : 0;
}

/** What a player is rated against: another player, or another side as one average player. */
export interface Opponent {
  elo: number;
  rank: number;
  /** The owners of its players; null for one without an owner. */
  ownerIds: readonly (string | null)[];
}

/** The opponents that count for a player: each other player, or the other sides as one average player each. */
export function opponentsOf(player: RatedPlayer, players: readonly RatedPlayer[]): Opponent[] {
  const others = players.filter((other) => other.agentId !== player.agentId && isRatedAgainst(other, player));
  if (player.team === undefined) return others.map(({ elo, rank, ownerId }) => ({ elo, rank, ownerIds: [ownerId] }));
  const sides = new Map<string, RatedPlayer[]>();
  for (const other of others) {
    if (other.team === undefined || other.team === player.team) continue;
    sides.set(other.team, [...(sides.get(other.team) ?? []), other]);
  }
  return [...sides.values()].map((side) => ({
    elo: side.reduce((sum, other) => sum + other.elo, 0) / side.length,
    rank: Math.min(...side.map((other) => other.rank)),
    ownerIds: side.map(({ ownerId }) => ownerId),
  }));
}
