import { findHouseBot, type HouseBot } from '@/lib/core/house-bots';
import type { MatchRow } from './matches.schema';
import { findMeetings, type Meetings, pairingOf } from './rivalries.repo';

/**
 * The record of the two house bots of each match in its game, in words, by the id of the match; nothing for other matches.
 * One query; none when no match is between two house bots.
 */
export async function readRivalries(matches: readonly MatchRow[]): Promise<ReadonlyMap<string, string>> {
  const pairs = matches.flatMap(({ id, gameId, seats }) => {
    const pairing = pairingOf(seats);
    return pairing === null ? [] : [{ id, gameId, pairing }];
  });
  if (pairs.length === 0) return new Map();
  const met = await findMeetings(pairs);
  return new Map(pairs.map(({ id, pairing }, at) => [id, describeRivalry(pairing, met[at] ?? NEVER)]));
}

/** The results of a house bot against another in games in which they have met: won by the first, drawn, lost. One query. */
export async function readMeetings(
  bot: HouseBot,
  rival: HouseBot,
  gameIds: readonly string[],
): Promise<{ gameId: string; wins: number; draws: number; losses: number }[]> {
  const met = await findMeetings(gameIds.map((gameId) => ({ gameId, pairing: `${bot.slug}|${rival.slug}` })));
  return met.flatMap(({ wins: [wins, losses], draws }, at) =>
    wins + losses + draws === 0 ? [] : [{ gameId: gameIds[at] ?? '', wins, draws, losses }],
  );
}

const NEVER: Meetings = { wins: [0, 0], draws: 0 };

/** "Pip leads Twig 7–4", "Pip and Twig are level at 3–3, 1 drawn", "Pip and Twig meet for the first time". */
export function describeRivalry(pairing: string, { wins, draws }: Meetings): string {
  const [one = '', other = ''] = pairing.split('|').map((slug) => findHouseBot(slug)?.name ?? slug);
  const [first, second] = wins;
  const drawn = draws === 0 ? '' : `, ${draws} drawn`;
  if (first + second + draws === 0) return `${one} and ${other} meet for the first time`;
  if (first === second) return `${one} and ${other} are level at ${first}–${second}${drawn}`;
  const [ahead, behind, most, least] = first > second ? [one, other, first, second] : [other, one, second, first];
  return `${ahead} leads ${behind} ${most}–${least}${drawn}`;
}
