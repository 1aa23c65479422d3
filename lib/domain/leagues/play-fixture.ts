import { setTimeout as pause } from 'node:timers/promises';
import { now } from '@/lib/core/clock';
import type { Seat } from '@/lib/core/game';
import { newId } from '@/lib/core/ids';
import { isAwaited, type MatchRow, readMatch, readMatchHistories } from '@/lib/domain/matches';
import { advanceLeague } from './advance-league';
import { askMove, moveFor, storedMove } from './ask-move';
import { type Exchange, findExchanges, readExchange } from './exchanges.repo';
import { findFixture } from './fixtures.repo';
import { byPlayer, portOf } from './game-port';
import { type FixtureRow, matchPointsOf, type PlayerRow } from './leagues.schema';
import { MatchFollower } from './match-follower';
import { Notices } from './notices';
import { openFixture } from './open-fixture';
import { gameEnd, roundResult } from './protocol.schema';
import { contextOf, envelopeOf, pushSeats, type RefereeContext } from './referee-context';
import { saveTechnicalLoss } from './results.repo';
import { readResult } from './store-result';
import { findTechnicalLoss, isTechnical } from './technical-loss';

/** How long the players of an ended match may take to answer what they were sent. */
const MAX_WAIT_FOR_ANSWERS_MS = 5_000;
/** How long the league waits for the players of an ended match to take its last messages, before its next round may begin. */
const MAX_WAIT_FOR_END_MS = 1_000;

/**
 * What the referee is to do with a fixture: nothing until its match ends, which makes it due again; nothing until its league is
 * no longer paused; all of it again, because the process stops; or nothing more, and its transcript can be written.
 */
export type Progress = 'waits' | 'not begun' | 'stopped' | 'over';

/**
 * Referees a fixture from its current state: GAME_START and the match, moves and results of push players, GAME_END. A process
 * that dies leaves rows from which another one continues.
 */
export async function playFixture(fixture: FixtureRow, stopping: AbortSignal): Promise<Progress> {
  const context = await contextOf(fixture);
  const seats = pushSeats(context);
  const isResumed = fixture.status !== 'scheduled';
  const matchId = fixture.gameSessionId ?? newId();
  const notices = new Notices(context);
  const follower = seats.length === 0 ? null : new MatchFollower({ matchId, isNew: !isResumed });
  try {
    if (!isResumed) await openFixture(context, { matchId, notices }, stopping);
    if (stopping.aborted) return 'stopped';
    if (fixture.status === 'scheduled') return 'not begun';
    if (fixture.status === 'active' && seats.length === 0) return 'waits';
    const isPlayed = fixture.gameSessionId !== null;
    const earlier = isResumed ? (await findExchanges([fixture.id])).map(readExchange) : [];
    return await playToEnd({ context, follower: isPlayed ? follower : null, earlier, notices }, stopping);
  } finally {
    follower?.stop();
    await notices.close(0);
  }
}

/** Plays all seats of push players at the same time. The next round begins when the match is over. */
async function playToEnd(play: Omit<FixturePlay, 'signal'>, stopping: AbortSignal): Promise<Progress> {
  const { context, follower, notices } = play;
  // A seat that fails ends the others.
  const failed = new AbortController();
  const signal = AbortSignal.any([stopping, failed.signal]);
  const seats = pushSeats(context);
  try {
    const fail = (error: unknown) => {
      failed.abort();
      throw error;
    };
    const played = follower ? seats.map((seat) => playSeat({ ...play, signal }, seat).catch(fail)) : [];
    // What the other seats have sent is stored before the fixture is given back.
    await Promise.allSettled(played);
    await Promise.all(played);
    if (stopping.aborted) return 'stopped';
    const { gameSessionId } = context.fixture;
    const match = follower ? await follower.read() : gameSessionId === null ? null : await readMatch(gameSessionId);
    if (match?.status === 'cancelled') await readCorrected(context);
    await storeTechnicalLoss(context, match);
    const sent = Promise.all(seats.map((seat) => sendEnd(play, context.players[seat] as PlayerRow, match)));
    const closed = sent.then(() => notices.close(MAX_WAIT_FOR_ANSWERS_MS));
    // A player has GAME_END before the GAME_START of the next round; one that does not take it delays that by a second.
    await Promise.race([closed, pause(MAX_WAIT_FOR_END_MS, undefined, { ref: false })]);
    if (!stopping.aborted) await advanceLeague(context.fixture.leagueUid);
    await closed;
    return stopping.aborted ? 'stopped' : 'over';
  } finally {
    failed.abort();
  }
}

/** The organizer has ended the match: the row has the result. */
async function readCorrected({ fixture }: RefereeContext): Promise<void> {
  Object.assign(fixture, await findFixture(fixture.leagueUid, fixture.matchId));
}

const isOver = ({ status }: MatchRow): boolean => status !== 'active';

interface FixturePlay {
  context: RefereeContext;
  /** Null for a fixture without a match. */
  follower: MatchFollower | null;
  /** The exchanges of before a restart. */
  earlier: readonly Exchange[];
  notices: Notices;
  signal: AbortSignal;
}

/** Plays the seat of a push player until the match is over; when the process stops, until then. */
async function playSeat(play: FixturePlay, seat: Seat): Promise<void> {
  const { context, follower, earlier, notices, signal } = play;
  if (!follower) return;
  const player = context.players[seat] as PlayerRow;
  const port = portOf(context.league.gameType);
  let reported = ownExchanges(play, player, 'ROUND_RESULT').length;
  const needsSeat = (match: MatchRow) => isOver(match) || isAwaited(match, seat) || port.countRounds(match) > reported;
  for (;;) {
    const match = await follower.until(needsSeat, signal);
    if (!match) return;
    const isNew = port.countRounds(match) > reported;
    for (const round of isNew ? port.rounds(match, context.ids).slice(reported) : []) {
      await notices.send(player, roundResult(envelopeOf(context, player.playerId), round, now()));
      reported++;
    }
    if (isOver(match)) return;
    if (!isAwaited(match, seat)) continue;
    const stored = storedMove(context, player.playerId, port.gameRound(match), earlier);
    if (stored !== undefined && (await moveFor(player, match, seat, stored)) === 'made') continue;
    await askMove(context, seat, match, follower, signal);
  }
}

/** Sends GAME_END, unless the player took it before a restart. */
async function sendEnd(
  { context, notices, earlier }: Omit<FixturePlay, 'signal'>,
  player: PlayerRow,
  match: MatchRow | null,
): Promise<void> {
  const { ids } = context;
  if (hasTakenEnd(earlier, player)) return;
  const { winner, scores, reason } = readResult(context, match);
  const matchPoints = matchPointsOf({ first: ids[0], second: ids[1], winner, reason });
  const game = { finalScores: byPlayer(ids, scores), winner, matchPoints };
  await notices.send(player, gameEnd(envelopeOf(context, player.playerId), game, now()));
}

const hasTakenEnd = (earlier: readonly Exchange[], player: PlayerRow): boolean =>
  ownExchanges({ earlier }, player, 'GAME_END').some((one) => one.fault === null && one.answered_at !== null);

const ownExchanges = ({ earlier }: Pick<FixturePlay, 'earlier'>, { playerId }: PlayerRow, type: string): Exchange[] =>
  earlier.filter(({ player_id, message_type }) => player_id === playerId && message_type === type);

/**
 * Stores what the loser of an ended match did wrong, when it lost by not playing, so that readers of the league see it at
 * once; its transcript follows when the players have their last messages. Nothing for every other end.
 */
async function storeTechnicalLoss(context: RefereeContext, match: MatchRow | null): Promise<void> {
  const { fixture } = context;
  const result = readResult(context, match);
  if (fixture.technicalLoss !== null || !match || !isTechnical(result)) return;
  const [exchanges, histories] = await Promise.all([findExchanges([fixture.id]), readMatchHistories([match.id])]);
  const history = histories.get(match.id) ?? [];
  const loss = findTechnicalLoss(context, result, { exchanges, history });
  if (loss) await saveTechnicalLoss(fixture.id, loss);
}
