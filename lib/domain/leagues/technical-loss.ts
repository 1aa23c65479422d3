import { cutText } from '@/lib/core/cut-text';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import type { StreamEvent } from '@/lib/core/stream';
import { findMismatch } from './ask-move';
import { type Exchange, type ExchangeRow, readExchange } from './exchanges.repo';
import { findMoveFault } from './game-port';
import type { TechnicalLoss } from './leagues.schema';
import { ProtocolFault, readMoveResponse, typeOfMessage } from './protocol.schema';
import type { RefereeContext } from './referee-context';
import { messageIn } from './send-message';

/** Reasons of an end that a player caused by not playing. */
const DEFAULT_REASONS: ReadonlySet<string> = new Set(['default', 'timeout']);
const MAX_EVIDENCE = 6;
/** Characters of an answer in the evidence; the transcript has all of it. */
const MAX_EXCERPT = 300;

type Evidence = TechnicalLoss['evidence'];

/** What the referee knows of a fixture that is over. */
interface Record {
  exchanges: readonly ExchangeRow[];
  history: readonly StreamEvent[];
}

/** Whether a player lost by not playing. */
export const isTechnical = ({ winner, reason }: { winner: string | null; reason: string }): boolean =>
  DEFAULT_REASONS.has(reason) && winner !== null;

/**
 * Names what the loser did wrong when it lost by not playing, with the messages about the moves that it missed: the requests
 * with their deadlines, and what came late or was refused. Null without a loser.
 */
export function findTechnicalLoss(
  context: RefereeContext,
  result: { winner: string | null; reason: string },
  { exchanges, history }: Record,
): TechnicalLoss | null {
  const { ids } = context;
  if (!isTechnical(result)) return null;
  const loser = ids[0] === result.winner ? ids[1] : ids[0];
  const own = exchanges
    .map(readExchange)
    .filter(({ player_id, message_type }) => player_id === loser && message_type.startsWith('MOVE_'));
  const isMissed = roundsMissed(own, history, ids.indexOf(loser));
  const about = own.filter(
    (exchange) =>
      isMissed(exchange.game_round) && (exchange.fault !== null || exchange.message_type === 'MOVE_REQUEST'),
  );
  const faults = about.filter(({ fault }) => fault !== null);
  const evidence = (faults.length > 0 ? faults : about).slice(-MAX_EVIDENCE);
  return {
    player_id: loser,
    fault: faults.at(-1)?.fault ?? 'timeout',
    evidence:
      evidence.length > 0
        ? evidence.map((exchange) => showExchange(context, exchange))
        : showMisses(history, ids.indexOf(loser)),
  };
}

/** Which rounds of the game a seat made no move in: those resolved without one; in games with turns the one after its last move. */
function roundsMissed(
  own: readonly Exchange[],
  history: readonly StreamEvent[],
  seat: number,
): (gameRound: number | null) => boolean {
  const resolved = history.filter(({ type, data }) => type === 'round_resolved' && Array.isArray(data.moves));
  const missed = new Set(
    resolved.flatMap(({ data }) => (Array.isArray(data.moves) && data.moves[seat] === null ? [data.round] : [])),
  );
  if (missed.size > 0) return (gameRound) => missed.has(gameRound ?? undefined);
  const last = Math.max(0, ...own.map(({ game_round }) => game_round ?? 0));
  return (gameRound) => gameRound === null || gameRound === last;
}

function showExchange(context: RefereeContext, exchange: Exchange): Evidence[number] {
  const { message_type, game_round, at, direction, message } = exchange;
  const answer = answerOf(exchange);
  const sent = direction === 'received' ? message : (answer.result ?? answer.error);
  return {
    message_type,
    game_round,
    sent_at: at,
    detail: explain(context, exchange),
    ...(sent === undefined ? {} : { answer: cutText(JSON.stringify(sent), MAX_EXCERPT) }),
  };
}

const answerOf = ({ answer }: Exchange): JsonObject => (isJsonObject(answer) ? answer : {});

/** What is wrong with an answer, in words that name the field. */
function explain(context: RefereeContext, exchange: Exchange): string {
  const { player_id: playerId, direction, game_round: gameRound, message } = exchange;
  const answer = answerOf(exchange);
  if (exchange.refusal !== undefined) return exchange.refusal;
  if (direction === 'received') return findFault(context, playerId, gameRound, message) ?? 'The move came too late.';
  const until = exchange.due_at === undefined ? 'the time was over' : `its deadline, ${exchange.due_at}`;
  if (exchange.answer === null || exchange.fault === 'timeout') return `No answer came until ${until}.`;
  if (typeof answer.detail === 'string') return answer.detail;
  if (answer.omitted === true) return `The answer has ${answer.characters} characters; the transcript has its SHA-256.`;
  if (answer.error !== undefined) return 'The answer is a JSON-RPC error.';
  const response = messageIn(answer.result);
  if (response === null)
    return `The answer contains no message of league.v1, so the referee waited for a MOVE_RESPONSE until ${until}.`;
  return findFault(context, playerId, gameRound, response) ?? 'The move came too late: the match did not wait for it.';
}

/** Why a MOVE_RESPONSE did not count; null when nothing is wrong with its form. */
function findFault(
  context: RefereeContext,
  playerId: string,
  gameRound: number | null,
  message: unknown,
): string | null {
  // What make_move records is no message.
  if (isJsonObject(message) && message.via === 'make_move') return findMoveFault(context.league.gameType, message.move);
  try {
    const { type, message: expectedMessage } = typeOfMessage(message);
    if (type !== 'MOVE_RESPONSE') return `message_type is not "MOVE_RESPONSE".`;
    const response = readMoveResponse(expectedMessage as JsonObject);
    return (
      findMismatch(context, playerId, gameRound ?? response.game_round, response)?.reason ??
      findMoveFault(context.league.gameType, response.move)
    );
  } catch (thrown) {
    if (thrown instanceof ProtocolFault) return thrown.message;
    throw thrown;
  }
}

/** The rounds that a player missed which is sent nothing; in games with turns the end of its time. */
function showMisses(history: readonly StreamEvent[], seat: number): Evidence {
  const missed = history.filter(
    ({ type, data }) => type === 'round_resolved' && Array.isArray(data.moves) && data.moves[seat] === null,
  );
  const last = history.at(-1);
  return (missed.length > 0 ? missed : last ? [last] : []).slice(-MAX_EVIDENCE).map(({ at, data }) => ({
    message_type: 'MOVE_RESPONSE',
    game_round: typeof data.round === 'number' ? data.round : null,
    sent_at: at.toISOString(),
    detail: 'No move came before the time was over.',
  }));
}
