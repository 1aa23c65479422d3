import type { Caller } from '@/lib/core/caller';
import type { CallLimit } from '@/lib/core/tool';
import { addressBlock } from './client-address';
import { limitCall, takeLimit } from './limits';

/** Who receives a message of league.v1. */
export type LeagueSystem = 'league' | 'referee';

const MINUTE_MS = 60_000;
/** Requests a minute: of a caller to the league manager; of a caller about a match to the referee. league.md, Rate Limiting. */
const POINTS: Record<LeagueSystem, number> = { league: 100, referee: 50 };

const ruleOf = (system: LeagueSystem) => ({
  name: `league.${system}`,
  points: POINTS[system],
  durationMs: MINUTE_MS,
});

/** What a request to the referee is about. */
interface AboutMatch {
  league_id?: unknown;
  match_id?: unknown;
}

const callerKey = (caller: Caller): string =>
  caller.kind === 'agent' ? caller.apiKeyId : addressBlock(caller.address);

/** The caller is part of the key, because anybody may name a match: a stranger uses up only its own requests. */
function keyOf(system: LeagueSystem, caller: Caller, { league_id, match_id }: AboutMatch): string {
  const own = callerKey(caller);
  if (system !== 'referee' || typeof match_id !== 'string') return own;
  return `${own}:${typeof league_id === 'string' ? league_id : ''}:${match_id}`;
}

/** The limit of a tool of the league manager or the referee, which counts with all other requests to it. */
export const leagueLimit = (system: LeagueSystem): CallLimit<AboutMatch> => ({
  ...ruleOf(system),
  by: (input, { caller }) => keyOf(system, caller, input),
});

/** What a MOVE_RESPONSE names. */
interface Answer extends AboutMatch {
  sender?: unknown;
  conversation_id?: unknown;
}

/** Moves a minute that the league takes of a player: more than any game needs that waits for the other player between them. */
const MOVES = { points: 600, durationMs: MINUTE_MS };

/** The limit of moves by a tool, which other requests of the same caller do not use up. */
export const moveLimit: CallLimit = { name: 'league.make_move', ...MOVES, by: 'credential' };

/**
 * The limit of MOVE_RESPONSE, by conversation: only its player and the referee know it, so nobody else at the address of a
 * player can use it up. Messages with another conversation count with the other requests, by `limitLeagueRequest`.
 */
export const answerLimit: CallLimit<Answer> = {
  name: 'league.answers',
  ...MOVES,
  by: (input, { caller }) =>
    `${keyOf('referee', caller, input)}:${textOf(input.sender)}:${textOf(input.conversation_id)}`,
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');

/** Counts a request that is no call of a tool. @throws RATE_LIMITED */
export async function limitLeagueRequest(
  system: LeagueSystem,
  caller: Caller,
  about: AboutMatch | undefined,
): Promise<void> {
  await takeLimit('league_request', callerKey(caller));
  await limitCall({ ...ruleOf(system), key: keyOf(system, caller, about ?? {}) });
}
