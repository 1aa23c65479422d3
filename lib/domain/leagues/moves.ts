import type { AgentCaller, Caller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { canonicalJson, type JsonObject } from '@/lib/core/json';
import { runApproved } from '@/lib/domain/approvals';
import { withinDailyCaps } from '@/lib/domain/controls';
import { limitCall, readCallWait } from '@/lib/domain/limits';
import { isAwaited, readMatch, readMove, requireGame } from '@/lib/domain/matches';
import { actInRound, findMismatch, refusalOf, storeRefusal } from './ask-move';
import { storeExchange } from './exchanges.repo';
import { findEndedOfAgent, findFixture, findOwnFixture } from './fixtures.repo';
import { findMoveFault, portOf } from './game-port';
import { noteHealth } from './health';
import { findLeague } from './leagues.repo';
import { DEFAULT_LEAGUE_ID, type PlayerRow } from './leagues.schema';
import { type OwnFixture, type OwnState, readOwnFixtures, showState, toOwnState, withMatches } from './own-states';
import { MOVE_TOOLS, permitMessage } from './player-permission';
import { ForeignMessage, type MoveResponse, ProtocolFault } from './protocol.schema';
import { contextOf, type RefereeContext } from './referee-context';

/**
 * Moves that nobody asked for: wrong ones, second ones and those of another round, of a player in a match. A move that the
 * match waits for is never refused by it. league.md, Rate Limiting.
 */
const MOVE_LIMIT = { name: 'league.moves', points: 10, durationMs: 60_000 };

/** A move that an agent makes by a tool. Without `gameRound` it is one of the round that the agent knows of. */
interface MoveCall {
  agent: AgentCaller;
  move: unknown;
  leagueId?: string | null;
  matchId?: string | null;
  gameRound?: number | null;
  signal?: AbortSignal;
}

/**
 * Makes the move of an agent in the running match of its own seat; with several, in the one that waits for it. A player
 * whose answer was lost may send its move again: with `gameRound` at any time until ten minutes after the end, without
 * it until it is shown the next round. Specification: league.md, make_move.
 * @throws NOT_FOUND without a running match · INVALID_STATE when it is not its turn or another round is played ·
 * EXPERIENCE_ERROR for a move that the game refuses · RATE_LIMITED by a daily cap, FORBIDDEN by a rule of the owner
 */
export async function makeMove(call: MoveCall): Promise<OwnState> {
  const own = await readOwnFixtures(call.agent.agentId, call.leagueId ?? null);
  const wanted = own.filter(({ context }) => !call.matchId || context.fixture.matchId === call.matchId);
  const isPlayed = (one: OwnFixture) => isOwnTurn(one) && (!call.gameRound || roundOf(one) === call.gameRound);
  const chosen = wanted.find(isPlayed);
  if (!chosen) return answerRepeated(wanted, call);
  if (await isSentAgain(chosen, call)) return showState(chosen);
  const readAgain = async () => {
    const row = await findOwnFixture(chosen.context.fixture.id, call.agent.agentId);
    return row && (await withMatches([row]))[0];
  };
  try {
    await actRecorded(chosen, { via: 'make_move', move: call.move }, { ...call, leagueId: chosen.leagueId });
  } catch (thrown) {
    const current = thrown instanceof AppError && thrown.code === 'EXPERIENCE_ERROR' ? await readAgain() : null;
    if (!current) throw thrown;
    const gameRound = roundOf(chosen);
    // The same call may have been sent twice at the same time, or with another move.
    if (await isRepeated(current, call.move, gameRound)) return showState(current);
    throw isOwnTurn(current) && roundOf(current) === gameRound ? thrown : notPlayed(current, gameRound);
  }
  const after = await readAgain();
  return after ? showState(after) : { ...toOwnState(chosen), your_turn: false };
}

/** Whether a call without a round is the agent's last move again: the same one, in a round that it was not shown. */
async function isSentAgain(chosen: OwnFixture, { move, gameRound }: MoveCall): Promise<boolean> {
  return !gameRound && chosen.shown < roundOf(chosen) && isRepeated(chosen, move, null);
}

const isOwnTurn = ({ match, seat }: OwnFixture): boolean => isAwaited(match, seat);

const roundOf = ({ context, match }: Pick<OwnFixture, 'context' | 'match'>): number =>
  portOf(context.league.gameType).gameRound(match);

/** How long after the end of a match its moves may be sent again. */
const REPEATABLE_MS = 600_000;

/** The answer to a move that has been made already. @throws NOT_FOUND · INVALID_STATE for another move or round · RATE_LIMITED */
async function answerRepeated(running: readonly OwnFixture[], call: MoveCall): Promise<OwnState> {
  const gameRound = call.gameRound ?? null;
  for (const own of running) if (await isRepeated(own, call.move, gameRound)) return showState(own);
  const isEndWanted = running.length === 0 || gameRound !== null;
  const ended = isEndWanted ? await readLastEnded(call) : null;
  if (ended && (await isRepeated(ended, call.move, gameRound))) return showState(ended);
  const [own = ended] = running;
  if (!own) throw noMatch();
  if (own.match.status === 'active') await limitUnasked(own);
  throw notPlayed(own, gameRound);
}

const noMatch = () =>
  new AppError('NOT_FOUND', 'No match of yours is running. get_my_state shows your leagues; wait with events.wait.');

function notPlayed(own: OwnFixture, gameRound: number | null): AppError {
  const { matchId } = own.context.fixture;
  if (own.match.status !== 'active') return new AppError('INVALID_STATE', `The match ${matchId} is over.`);
  const played = roundOf(own);
  if (gameRound !== null && gameRound !== played)
    return new AppError('INVALID_STATE', `game_round is ${gameRound}, and ${played} is played in ${matchId}.`);
  return new AppError('INVALID_STATE', 'It is not your turn: your move is in. Wait with events.wait on the league.');
}

async function readLastEnded({
  agent: { agentId },
  leagueId = null,
  matchId = null,
}: MoveCall): Promise<OwnFixture | null> {
  const since = new Date(now().getTime() - REPEATABLE_MS);
  const ended = await findEndedOfAgent({ agentId, leagueId, matchId, since });
  return (ended && (await withMatches([ended]))[0]) ?? null;
}

/** Whether a seat has made this move: in a round, or as its last one. */
async function isRepeated(
  { context, match, seat }: Pick<OwnFixture, 'context' | 'match' | 'seat'>,
  move: unknown,
  gameRound: number | null,
): Promise<boolean> {
  const parsed = requireGame(match.gameId).move.safeParse(move);
  if (!parsed.success) return false;
  const port = portOf(context.league.gameType);
  const outcome =
    gameRound === null ? await readMove({ matchId: match.id, seat }) : await port.readMove(match, seat, gameRound);
  return outcome !== null && canonicalJson(outcome.move) === canonicalJson(parsed.data);
}

/**
 * Records a move that a player sent by itself, then makes it. It is a step of the agent that sent it: the rules and daily
 * caps of its owner hold. @param sent.agent null for a player that no agent's credential speaks for
 */
async function actRecorded(
  own: Pick<OwnFixture, 'context' | 'seat' | 'match'>,
  message: JsonObject,
  { agent, move, leagueId, signal }: Pick<MoveCall, 'move' | 'leagueId' | 'signal'> & { agent: AgentCaller | null },
): Promise<void> {
  const act = () => recordAndAct(own, message, move);
  if (!agent) return act();
  const { matchId } = own.context.fixture;
  const input = { league_id: leagueId, match_id: matchId, game_round: roundOf(own), move };
  await runApproved({ agent, tools: MOVE_TOOLS, input, callName: null, signal }, () =>
    withinDailyCaps(agent, { costUsd: 0, isRepeated: async () => false }, act),
  );
}

async function recordAndAct(
  { context, seat, match }: Pick<OwnFixture, 'context' | 'seat' | 'match'>,
  message: JsonObject,
  move: unknown,
): Promise<void> {
  const fault = findMoveFault(context.league.gameType, move);
  const at = now();
  const about = { playerId: context.ids[seat] ?? '', gameRound: portOf(context.league.gameType).gameRound(match) };
  if (fault) await limitUnasked({ context, seat });
  // Of a player whose unasked moves are used up, only a move that is taken is stored: each may have 8 KB.
  const isSpent = (await readCallWait(unaskedLimit({ context, seat }))) > 0;
  const act = () =>
    actInRound(match, seat, move).catch(async (thrown: unknown) => {
      const refusal = refusalOf(thrown, match.deadlineAt);
      if (refusal) {
        await limitUnasked({ context, seat });
        await storeRefusal(context, about, { message, ...refusal });
      }
      throw thrown;
    });
  if (isSpent) await act();
  noteHealth(
    { leagueUid: context.league.id, playerId: about.playerId },
    {
      isSent: false,
      answeredAt: at,
      latencyMs: null,
      fault: fault ? 'invalid_move' : null,
      limitMs: context.league.timeLimitSeconds * 1_000,
    },
  );
  await storeExchange(context.fixture.id, {
    player_id: about.playerId,
    direction: 'received',
    message_type: 'MOVE_RESPONSE',
    game_round: about.gameRound,
    at: at.toISOString(),
    answered_at: null,
    fault: fault ? 'invalid_move' : null,
    message,
    answer: null,
  });
  if (fault) throw new AppError('EXPERIENCE_ERROR', `${fault}. You may still correct it in this round.`);
  if (!isSpent) await act();
}

/** Counts a move that nobody asked for. @throws RATE_LIMITED */
const limitUnasked = ({ context, seat }: Pick<OwnFixture, 'context' | 'seat'>): Promise<void> =>
  limitCall(unaskedLimit({ context, seat }));

const unaskedLimit = ({ context, seat }: Pick<OwnFixture, 'context' | 'seat'>) => ({
  ...MOVE_LIMIT,
  key: `${context.fixture.id}:${seat}`,
});

/**
 * Takes a MOVE_RESPONSE that a push player sent by itself. A second answer to the same request is ignored; the same move
 * again has been taken. Specification: decisions.md, League.
 * @param from.caller who sends it: the agent of the player, or outside production a sender that knows the conversation. The
 * rules and daily caps of the agent's owner hold
 * @returns whether the move was taken
 * @throws ProtocolFault for a message that belongs to no request or to the player of another agent, or an invalid move ·
 * RATE_LIMITED by a daily cap of the agent's owner
 */
export async function takeMoveResponse(
  response: MoveResponse,
  { caller, signal }: { caller: Caller; signal?: AbortSignal },
): Promise<'taken' | 'ignored'> {
  const context = await contextOfMessage(response);
  const playerId = response.sender.slice('player:'.length);
  const seat = context.ids.indexOf(playerId);
  if (seat === -1) throw new ForeignMessage(`${response.sender} does not play in ${response.match_id}.`);
  const player = context.players[seat] as PlayerRow;
  const match = context.fixture.gameSessionId === null ? null : await readMatch(context.fixture.gameSessionId);
  if (!match) throw new ProtocolFault(`The match ${response.match_id} has not begun.`);
  const gameRound = portOf(context.league.gameType).gameRound(match);
  const isEarlier = response.game_round < gameRound;
  const mismatch = findMismatch(context, playerId, isEarlier ? response.game_round : gameRound, response);
  if (mismatch) throw new (mismatch.fault === 'wrong_sender' ? ForeignMessage : ProtocolFault)(mismatch.reason);
  const count = await permitMessage(player, caller);
  if (match.status !== 'active' || isEarlier || !isAwaited(match, seat)) {
    if (await isRepeated({ context, match, seat }, response.move, response.game_round)) return 'taken';
    await limitUnasked({ context, seat });
    if (match.status === 'active' && isEarlier) await storeLate(context, playerId, response);
    return 'ignored';
  }
  const fault = findMoveFault(context.league.gameType, response.move);
  try {
    const { move, league_id: leagueId } = response;
    const agent = caller.kind === 'agent' ? caller : null;
    await count(() => actRecorded({ context, seat, match }, response, { agent, move, leagueId, signal }));
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'EXPERIENCE_ERROR')
      throw new ProtocolFault(fault ?? thrown.message);
    throw thrown;
  }
  return 'taken';
}

/** A move of a round that is over: evidence, when its player missed that round. */
const storeLate = (context: RefereeContext, playerId: string, response: MoveResponse): Promise<void> =>
  storeRefusal(
    context,
    { playerId, gameRound: response.game_round },
    { message: response, fault: 'timeout', reason: `The move came late: round ${response.game_round} was over.` },
  );

async function contextOfMessage({ league_id: leagueId, match_id: matchId }: MoveResponse): Promise<RefereeContext> {
  // A player may have registered with an unknown id, which means the default league; its conversation proves the rest.
  const league = (await findLeague(leagueId)) ?? (await findLeague(DEFAULT_LEAGUE_ID));
  const fixture = league && (await findFixture(league.id, matchId));
  if (!fixture || fixture.second === null) throw new ForeignMessage(`There is no match ${matchId} in ${leagueId}.`);
  return contextOf(fixture);
}
