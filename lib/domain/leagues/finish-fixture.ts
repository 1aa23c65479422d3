import { now } from '@/lib/core/clock';
import { type MatchRow, readMatch, readMatchHistory } from '@/lib/domain/matches';
import { storeExchangeSoon, takeWaiting } from './exchange-log';
import { byPlayer, portOf } from './game-port';
import { noteLastMessages } from './last-messages';
import type { PlayerRow } from './leagues.repo';
import { matchPointsOf } from './leagues.schema';
import { gameEnd } from './protocol.schema';
import { envelopeOf, pushSeats, type RefereeContext } from './referee-context';
import { sendNotice } from './send-message';
import { findTechnicalLoss } from './technical-loss';
import { collectExchanges, storeTranscript } from './transcript-store';
import { buildTranscript, signDocument } from './transcripts';

/** A match that is over. */
export interface PlayedMatch {
  match: MatchRow;
  /** Of each push player, until it has been sent the results of all rounds. */
  results: readonly Promise<void>[];
}

/**
 * Sends GAME_END to each push player after its last ROUND_RESULT and signs the transcript. The result is stored already.
 * @param played null when another process has played the match, or there was none
 */
export async function finishFixture(
  context: RefereeContext,
  played: PlayedMatch | null,
  stopping: AbortSignal,
): Promise<void> {
  const { fixture } = context;
  const match = played?.match ?? (fixture.gameSessionId === null ? null : await readMatch(fixture.gameSessionId));
  const result = readResult(context, match);
  await Promise.all(
    pushSeats(context).map((seat, index) => {
      const player = context.players[seat] as PlayerRow;
      const sending = sendEnd(context, player, { result, after: played?.results[index] }, stopping);
      noteLastMessages(context, player, sending);
      return sending;
    }),
  );
  const waiting = takeWaiting(fixture.id);
  try {
    await writeTranscript(context, match, result);
  } catch (thrown) {
    for (const exchange of waiting) storeExchangeSoon(exchange).catch(() => {});
    throw thrown;
  }
}

async function writeTranscript(context: RefereeContext, match: MatchRow | null, result: FixtureEnd): Promise<void> {
  const { fixture, follower } = context;
  const [exchanges, history] = await Promise.all([
    collectExchanges(context),
    match ? (follower?.history(match) ?? readMatchHistory({ matchId: match.id })) : [],
  ]);
  const technicalLoss = fixture.technicalLoss ?? findTechnicalLoss(context, result, { exchanges, history });
  const document = buildTranscript({ context, match, result: { ...result, technicalLoss }, exchanges, history });
  const signature = await signDocument(document);
  await storeTranscript({ fixtureId: fixture.id, document, signature, technicalLoss, at: now() });
}

export interface FixtureEnd {
  winner: string | null;
  scores: [number, number];
  reason: string;
}

/** The result of a fixture: of its match, or what a default has stored. */
function readResult({ fixture, ids }: RefereeContext, match: MatchRow | null): FixtureEnd {
  if (!match) {
    const { winner, firstScore, secondScore, reason } = fixture;
    return { winner, scores: [firstScore ?? 0, secondScore ?? 0], reason: reason ?? 'unreachable' };
  }
  const seat = match.outcome?.winner ?? null;
  return {
    winner: seat === null ? null : (ids[seat] ?? null),
    scores: portOf(match.gameId).scores(match),
    reason: match.outcome?.reason ?? match.endReason ?? match.status,
  };
}

async function sendEnd(
  context: RefereeContext,
  player: PlayerRow,
  end: { result: FixtureEnd; after: Promise<void> | undefined },
  stopping: AbortSignal,
): Promise<void> {
  await end.after;
  const { ids } = context;
  const { winner, scores } = end.result;
  const matchPoints = matchPointsOf({ first: ids[0], second: ids[1], winner });
  const game = { finalScores: byPlayer(ids, scores), winner, matchPoints };
  const message = gameEnd(envelopeOf(context, player.playerId), game, now());
  await sendNotice(context, player, message, stopping);
}
