import { setTimeout as pause } from 'node:timers/promises';
import { now } from '@/lib/core/clock';
import type { Seat } from '@/lib/core/game';
import { publish } from '@/lib/events';
import type { PlayerIds } from './game-port';
import { transaction } from './leagues.repo';
import type { LeagueFault, PlayerRow, TechnicalLoss } from './leagues.schema';
import type { Notices } from './notices';
import { gameStart } from './protocol.schema';
import { envelopeOf, gameConfigOf, pushSeats, type RefereeContext, rolesOf } from './referee-context';
import { WITHDRAWN } from './results.repo';
import { startFixture } from './start-fixture';
import { storeResult } from './store-result';

/** How long the match waits for the answers to GAME_START; after that they are waited for beside it. */
const MAX_START_MS = 1_000;
/** How often a player is called that cannot be reached. */
const ATTEMPT_PAUSES_MS = [0, 250, 750];

/** A player that could not be reached. */
interface Unreachable {
  seat: Seat;
  fault: LeagueFault;
  evidence: TechnicalLoss['evidence'];
}

/**
 * Sends GAME_START to the push players and starts the match. A player whose connection is refused or breaks loses by default;
 * when both cannot be reached, nobody wins. A slow answer costs nothing.
 * @param opening.matchId the id that the match gets
 */
export async function openFixture(
  context: RefereeContext,
  { matchId, notices }: { matchId: string; notices: Notices },
  stopping: AbortSignal,
): Promise<void> {
  if (context.fixture.reason === WITHDRAWN) return decideWithoutPlay(context);
  const greeted = await Promise.all(pushSeats(context).map((seat) => greet(context, { seat, notices }, stopping)));
  if (stopping.aborted) return;
  const unreachable = greeted.filter((one) => one !== null);
  if (unreachable.length > 0) await loseByDefault(context, unreachable);
  else await startFixture(context, matchId);
}

/** Null when the player has been reached: an error is an answer, and a player may take its time. */
async function greet(
  context: RefereeContext,
  { seat, notices }: { seat: Seat; notices: Notices },
  stopping: AbortSignal,
): Promise<Unreachable | null> {
  const player = context.players[seat] as PlayerRow;
  const evidence: TechnicalLoss['evidence'] = [];
  let lastFault: LeagueFault = 'unreachable';
  for (const pauseMs of ATTEMPT_PAUSES_MS) {
    if (pauseMs > 0) await pause(pauseMs, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return null;
    const game = { config: gameConfigOf(context.league), players: rolesOf(context) };
    const message = gameStart(envelopeOf(context, player.playerId), game, now());
    const sent = await notices.sendStart(player, message, MAX_START_MS);
    const fault = sent?.answer?.kind === 'fault' ? sent.answer : null;
    if (!sent || !fault || !LOSING_FAULTS.has(fault.fault)) return null;
    lastFault = fault.fault;
    evidence.push({
      message_type: 'GAME_START',
      game_round: null,
      sent_at: sent.at.toISOString(),
      detail: fault.detail,
    });
    if (fault.fault === 'address_refused') break;
  }
  return { seat, fault: lastFault, evidence };
}

const LOSING_FAULTS: ReadonlySet<LeagueFault> = new Set(['unreachable', 'address_refused']);

/** A player has withdrawn: the row says already who wins. */
async function decideWithoutPlay(context: RefereeContext): Promise<void> {
  const { ids, league } = context;
  const { winner } = context.fixture;
  const scores = defaultScores(ids, winner, league.roundsToWin);
  const result = { winner, scores, reason: WITHDRAWN, technicalLoss: null };
  publish(await transaction((client) => storeResult(client, context, result)));
}

/** A fixture that was not played counts as won by the least number of rounds. */
const defaultScores = (ids: PlayerIds, winner: string | null, roundsToWin: number): [number, number] => [
  winner === ids[0] ? roundsToWin : 0,
  winner === ids[1] ? roundsToWin : 0,
];

async function loseByDefault(context: RefereeContext, unreachable: readonly Unreachable[]): Promise<void> {
  const [loser, other] = unreachable;
  const { ids } = context;
  const winner = loser && !other ? (ids[1 - loser.seat] ?? null) : null;
  const scores = defaultScores(ids, winner, context.league.roundsToWin);
  const events = await transaction((client) =>
    storeResult(client, context, {
      winner,
      scores,
      reason: 'unreachable',
      technicalLoss: loser
        ? { player_id: ids[loser.seat] ?? '', fault: loser.fault, evidence: unreachable.flatMap((one) => one.evidence) }
        : null,
    }),
  );
  publish(events);
}
