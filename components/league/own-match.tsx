'use client';
import { clsx } from 'clsx';
import { useState } from 'react';
import { GameBoard } from '@/components/boards/game-board';
import { serverOffsetMs } from '@/components/live/server-clock';
import { useStream } from '@/components/live/use-stream';
import { moveToText } from '@/components/play/move-to-text';
import { OwnClock } from '@/components/play/own-clock';
import { Problem } from '@/components/play/problem';
import { useOwnSeat } from '@/components/play/use-own-seat';
import { useTurnTitle } from '@/components/play/use-turn-title';
import { ButtonLink } from '@/components/ui/button';
import type { OwnSeat } from '@/lib/domain/play';
import shared from '../ui/shared.module.css';
import classes from './own-match.module.css';

/** The viewer's match that is being played: the board, the clock and the moves, without leaving the league. */
export function OwnMatch({
  initial,
  gameId,
  matchId,
  opponent,
}: {
  initial: OwnSeat;
  gameId: string;
  /** Of the fixture, `R1M1`. */
  matchId: string;
  opponent: string;
}) {
  const [heard, setHeard] = useState('');
  const { state } = useStream({
    stream: `match:${initial.match_id}`,
    onSnapshot: () => setHeard((before) => `${before}.`),
    onEvents: (events) => setHeard(events.at(-1)?.id ?? ''),
  });
  const own = useOwnSeat(initial, heard, state === 'live');
  const seat = own?.seat ?? initial;
  const isOver = seat.status !== 'active';
  useTurnTitle(!isOver && seat.your_turn && own?.outgoing === null);
  return (
    <section className={classes.panel} data-turn={!isOver && seat.your_turn} aria-label="Your match">
      <div className={classes.words}>
        <h2 className={clsx(shared.heading, shared.noMargin, shared.anywhere)}>
          {matchId} against <bdi>{opponent}</bdi>
        </h2>
        <p className={shared.noMargin} role="status">
          {turnText(seat, own?.outgoing?.isWaiting ?? null)}
        </p>
        {!isOver && seat.your_turn && seat.clock.deadline_at && (
          <OwnClock deadlineAt={seat.clock.deadline_at} offsetMs={serverOffsetMs()} />
        )}
        {own?.failure && <Problem>Not played: {own.failure.message}</Problem>}
        <NumberPad own={own} />
        <ButtonLink href={`/matches/${seat.match_id}`} variant="default" size="compact-md">
          Open the match page
        </ButtonLink>
      </div>
      <div className={classes.board}>
        <GameBoard
          gameId={gameId}
          view={seat.view}
          text={seat.text}
          label={`Your match against ${opponent}`}
          flipped={seat.seat === 1}
          live={!isOver}
          play={isNumberGame(seat) ? undefined : own?.play}
        />
      </div>
    </section>
  );
}

function turnText(seat: OwnSeat, waiting: boolean | null): string {
  if (seat.status !== 'active') return 'This match is over; your next one appears here.';
  if (waiting !== null) return waiting ? 'Your move is waiting for the connection.' : 'Sending your move.';
  return seat.your_turn ? `Your turn. You are ${seat.seat_name}.` : 'Your move is in. Waiting for the other player.';
}

const numberOf = (move: unknown): number | null =>
  typeof move === 'object' && move !== null && 'number' in move && typeof move.number === 'number' ? move.number : null;

/** Whether the moves are numbers to choose from. */
function isNumberGame(seat: OwnSeat): boolean {
  return seat.legal_moves.length > 0 && seat.legal_moves.every((move) => numberOf(move) !== null);
}

/** The numbers as large buttons. */
function NumberPad({ own }: { own: ReturnType<typeof useOwnSeat> }) {
  if (!own?.play || !isNumberGame(own.seat)) return null;
  const { play } = own;
  return (
    <fieldset className={classes.pad}>
      <legend className="visually-hidden">Your number</legend>
      {play.legalMoves.map((move) => (
        <button
          key={moveToText(move)}
          type="button"
          className={classes.number}
          disabled={play.isSending}
          onClick={() => play.onMove(move)}
        >
          {numberOf(move)}
        </button>
      ))}
    </fieldset>
  );
}
