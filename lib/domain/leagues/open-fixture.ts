import { setTimeout as pause } from 'node:timers/promises';
import { now } from '@/lib/core/clock';
import type { Seat } from '@/lib/core/game';
import { newId } from '@/lib/core/ids';
import { leagueStream } from '@/lib/core/stream';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { publishStart, type SeatInput, startMatch } from '@/lib/domain/matches';
import { appendEvents, publish } from '@/lib/events';
import { markActive, markLeagueInProgress } from './fixtures.repo';
import { portOf } from './game-port';
import { type PlayerRow, transaction } from './leagues.repo';
import type { LeagueFault, TechnicalLoss } from './leagues.schema';
import { gameStart } from './protocol.schema';
import { envelopeOf, gameConfigOf, pushSeats, type RefereeContext, rolesOf } from './referee-context';
import { recordSent, sendMessage } from './send-message';
import { storeResult } from './store-result';

/** How long a player may take to answer GAME_START, and how often it is called when it cannot be reached. */
const MAX_START_MS = 10_000;
const ATTEMPT_PAUSES_MS = [0, 250, 750];

/** A player that could not be reached. */
interface Unreachable {
  seat: Seat;
  fault: LeagueFault;
  evidence: TechnicalLoss['evidence'];
}

/**
 * Sends GAME_START to the push players and starts the match. A player that cannot be reached loses by default; when both
 * cannot, the fixture is drawn.
 */
export async function openFixture(context: RefereeContext, stopping: AbortSignal): Promise<void> {
  const greeted = await Promise.all(pushSeats(context).map((seat) => greet(context, seat, stopping)));
  if (stopping.aborted) return;
  const unreachable = greeted.filter((one) => one !== null);
  if (unreachable.length > 0) await loseByDefault(context, unreachable);
  else await startRuntimeMatch(context);
}

/** Null when the player answered anything: an error is an answer. */
async function greet(context: RefereeContext, seat: Seat, stopping: AbortSignal): Promise<Unreachable | null> {
  const player = context.players[seat] as PlayerRow;
  const timeoutMs = Math.min(MAX_START_MS, context.league.timeLimitSeconds * 1000);
  const evidence: TechnicalLoss['evidence'] = [];
  for (const pauseMs of ATTEMPT_PAUSES_MS) {
    if (pauseMs > 0) await pause(pauseMs, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return null;
    const game = { config: gameConfigOf(context.league), players: rolesOf(context) };
    const message = gameStart(envelopeOf(context, player.playerId), game, now());
    const sent = await sendMessage(player, message, { timeoutMs, signal: stopping });
    const fault = sent.answer.kind === 'fault' && sent.answer.fault !== 'invalid_answer' ? sent.answer : null;
    const recording = recordSent(context.fixture.id, player, message, sent, fault?.fault ?? null);
    context.recordings.push(recording);
    recording.catch(() => {});
    if (!fault || fault.fault === 'answer_too_large') return null;
    evidence.push({
      message_type: 'GAME_START',
      game_round: null,
      sent_at: sent.at.toISOString(),
      detail: fault.detail,
    });
    if (fault.fault === 'address_refused' || fault.fault === 'timeout') break;
  }
  return { seat, fault: 'unreachable', evidence };
}

async function loseByDefault(context: RefereeContext, unreachable: readonly Unreachable[]): Promise<void> {
  const [loser, other] = unreachable;
  const { ids, fixture } = context;
  const winner = loser && !other ? (ids[1 - loser.seat] ?? null) : null;
  const { roundsToWin } = context.league;
  const scores: [number, number] = [winner === ids[0] ? roundsToWin : 0, winner === ids[1] ? roundsToWin : 0];
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
  fixture.status = 'completed';
}

/** Starts the match with the status of the fixture, in one transaction; only one process succeeds. */
async function startRuntimeMatch(context: RefereeContext): Promise<void> {
  const { fixture, league, players } = context;
  const port = portOf(league.gameType);
  const id = newId();
  const at = now();
  const started = await transaction(async (client) => {
    if (!(await markActive(client, { id: fixture.id, gameSessionId: id, at }))) return null;
    if (fixture.roundId === 1) await markLeagueInProgress(client, league.id);
    const match = await startMatch(
      {
        id,
        experienceId: firstPartyExperienceId(league.gameType),
        gameId: league.gameType,
        kind: 'league',
        options: port.options(league),
        seats: players.map(seatInputOf),
        moveTimeS: port.moveTimeS(league),
        rated: false,
      },
      client,
    );
    const data = {
      match_id: fixture.matchId,
      round_id: fixture.roundId,
      game_session_id: id,
      players: rolesOf(context),
    };
    const events = await appendEvents(client, leagueStream(league.leagueId), [{ type: 'match_started', data }]);
    return { match, events };
  });
  if (!started) throw new Error('another process has started the fixture');
  publishStart(started.match);
  publish(started.events);
  Object.assign(fixture, { status: 'active', gameSessionId: id });
}

function seatInputOf({ kind, agentId, displayName, strength }: PlayerRow): SeatInput {
  if (kind === 'bot') return { kind: 'bot', strength: strength ?? 'medium', displayName };
  if (agentId === null || kind === 'push') return { kind: 'endpoint', displayName };
  const seat = { agentId, experienceAgentId: agentId, sessionId: null, displayName };
  return { kind: kind === 'human' ? 'human' : 'agent', ...seat };
}
