'use client';

import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { nameMoves } from '@/components/boards/describe';
import { hasBoard } from '@/components/boards/registry';
import { signInPath } from '@/components/console/safe-callback';
import type { MatchSnapshot } from '@/components/match/types';
import { Button, IconButton } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { useMarkPage } from '@/components/ui/marked-page';
import shared from '@/components/ui/shared.module.css';
import { useAccount } from '@/components/ui/use-account';
import { DrawOffer } from './draw-offer';
import { moveToText } from './move-to-text';
import { OwnClock } from './own-clock';
import { usePageSignal } from './page-signal';
import { Problem } from './problem';
import { Rematch } from './rematch';
import classes from './seat-panel.module.css';
import type { OwnSeatState } from './use-own-seat';
import { useSeatSounds, useSoundSetting } from './use-sounds';
import { useTurnTitle } from './use-turn-title';

/** The panel of a player: the own seat, whose turn it is, the clock, draws by agreement and resignation. */
export function SeatPanel({ own, match, offsetMs }: { own: OwnSeatState; match: MatchSnapshot; offsetMs: number }) {
  const { seat, outgoing } = own;
  const isOver = seat.status !== 'active' || match.status !== 'active';
  const isPlaying = !isOver && !seat.has_left;
  const myTurn = !isOver && seat.your_turn;
  const isOfLeague = match.kind === 'league';
  useTurnTitle(myTurn && outgoing === null);
  useMarkPage('/play', isPlaying);
  usePageSignal(seat.match_id, isPlaying && (match.kind === 'solo' || match.kind === 'lobby'));
  const panel = useRef<HTMLElement>(null);
  useFocusWhereNext(panel, isPlaying);
  useSeatSounds({ isSending: outgoing !== null, isMyTurn: myTurn, hasFailed: own.failure !== null, isOver });
  return (
    <section ref={panel} className={classes.panel} data-turn={myTurn} data-seat={seat.seat} aria-label="Your seat">
      <div className={classes.line}>
        <div className={classes.status}>
          <p className={classes.seatName}>
            {match.players.length === 1 ? 'You play alone' : `You are ${seatLabel(seat.seat_name)}`}
          </p>
          <p className={classes.turn} role="status">
            {turnText(own, match)}
          </p>
        </div>
        {!isOver && <SoundSwitch />}
        {myTurn && seat.clock.deadline_at && <OwnClock deadlineAt={seat.clock.deadline_at} offsetMs={offsetMs} />}
      </div>
      <MoveProblem own={own} match={match} />
      {isPlaying && <MoveList gameId={match.game_type} own={own} />}
      {isPlaying && (
        <div className={classes.leaving}>
          {!isOfLeague && <DrawOffer own={own} match={match} />}
          <Resign own={own} isAlone={match.players.length === 1} />
        </div>
      )}
      {isOver && <KeepGames path={`/matches/${match.match_id}`} />}
      {isOver && !isOfLeague && <Rematch match={match} seat={seat.seat} />}
    </section>
  );
}

/** The board of a player, which can have the focus in place of its squares. */
const BOARD = ':is([role="group"], [role="img"])[tabindex="-1"]';

/**
 * Puts the focus where the player goes on: on the board when the page opens and nothing else has it, and after the end from the
 * board to the first button of the panel, which starts a rematch.
 */
function useFocusWhereNext(panel: RefObject<HTMLElement | null>, isPlaying: boolean): void {
  const hasPlayed = useRef(false);
  useEffect(() => {
    const board = document.querySelector<HTMLElement>(BOARD);
    const active = document.activeElement;
    const isFree = active === null || active === document.body;
    if (isPlaying && isFree) board?.focus({ preventScroll: true });
    if (!isPlaying && hasPlayed.current && (isFree || board?.contains(active)))
      panel.current?.querySelector<HTMLElement>('[data-rematch]')?.focus({ preventScroll: true });
    hasPlayed.current = isPlaying;
  }, [panel, isPlaying]);
}

/** For a guest: an account takes the games over. */
function KeepGames({ path }: { path: string }) {
  const account = useAccount(true);
  if (account !== null) return null;
  return (
    <p className={classes.waiting}>
      You played as a guest. <Link href={`/sign-up?callbackUrl=${encodeURIComponent(path)}`}>Create an account</Link> to
      keep your games.
    </p>
  );
}

/** `white` → `White`; X and ODD do not change. */
function seatLabel(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function turnText({ seat, outgoing }: OwnSeatState, match: MatchSnapshot): string {
  if (match.status === 'cancelled') return 'The match was cancelled';
  if (seat.outcome) {
    const own = seat.outcome.results.find((entry) => entry.seat === seat.seat)?.result;
    const isAlone = match.players.length === 1;
    if (own === 'win') return 'You won';
    if (own === 'draw') return isAlone ? 'The game is over' : 'A draw';
    return isAlone ? 'The game is over' : 'You lost';
  }
  if (seat.has_left) return 'You have left; the others continue';
  if (outgoing) return outgoing.isWaiting ? 'Your move is waiting' : 'Sending your move';
  if (seat.your_turn) return 'Your turn';
  if (seat.may_act) return 'You may still change your choice';
  const toMove = match.players.filter((player) => seat.clock.seats_to_move.includes(player.seat));
  const [first] = toMove;
  return first ? `${toMove.length === 1 ? first.display_name : 'The others'} to move` : 'Please wait';
}

/** Why the last move was not played, or not yet. */
function MoveProblem({ own: { outgoing, failure }, match }: { own: OwnSeatState; match: MatchSnapshot }) {
  if (outgoing?.isWaiting) {
    return (
      <p className={classes.waiting} role="alert">
        No answer from Botplay. Your move {moveToText(outgoing.action)} is saved and sent again automatically; it is
        played only once. Your clock keeps running.
      </p>
    );
  }
  if (!failure) return null;
  if (failure.code === 'UNAUTHENTICATED') {
    return (
      <Problem>
        You are signed out, so the move was not played. <a href={signInPath(`/matches/${match.match_id}`)}>Sign in</a>{' '}
        and come back here.
      </Problem>
    );
  }
  const isLate = failure.code === 'INVALID_STATE' && match.end_reason === 'timeout';
  return (
    <Problem>{isLate ? 'Your time had run out before the move arrived.' : `Not played: ${failure.message}`}</Problem>
  );
}

/**
 * Every legal move as a button, for screen readers and for games without a board. It stays while others move, so that
 * the page does not jump.
 */
function MoveList({ gameId, own: { play, seat } }: { gameId: string; own: OwnSeatState }) {
  const moves = play?.legalMoves ?? [];
  const names = nameMoves(gameId, seat.view, moves);
  return (
    <details className={classes.list} open={!hasBoard(gameId) || undefined}>
      <summary>Moves as a list{moves.length > 0 && ` (${moves.length})`}</summary>
      <div className={classes.moves}>
        {moves.length === 0 && <span className={shared.muted}>They are shown here on your turn.</span>}
        {moves.map((move, index) => (
          <button
            key={JSON.stringify(move)}
            type="button"
            className={classes.move}
            disabled={play?.isSending}
            onClick={() => play?.onMove(move)}
          >
            {names?.[index] ?? moveToText(move)}
          </button>
        ))}
      </div>
    </details>
  );
}

function Resign({ own, isAlone }: { own: OwnSeatState; isAlone: boolean }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) keep.current?.focus();
  }, [asking]);

  const leave = async () => {
    setBusy(true);
    setProblem(null);
    await own.resign().catch((thrown: unknown) => {
      setProblem(thrown instanceof Error ? thrown.message : 'That did not work. Try again.');
    });
    setBusy(false);
    setAsking(false);
  };

  if (!asking) {
    return (
      <div className={classes.actions}>
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {isAlone ? 'Stop playing' : 'Resign'}
        </Button>
        {problem && (
          <span className={shared.muted} role="alert">
            {problem}
          </span>
        )}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons that belong together are no form
    <div className={classes.actions} role="group" aria-label={isAlone ? 'Stop playing?' : 'Resign?'}>
      <span className={shared.muted}>{isAlone ? 'Stop?' : 'Resign?'}</span>
      <Button ref={keep} size="compact-sm" variant="default" disabled={busy} onClick={() => setAsking(false)}>
        Keep playing
      </Button>
      <Button size="compact-sm" color="red" loading={busy} onClick={() => void leave()}>
        {isAlone ? 'Yes, stop' : 'Yes, resign'}
      </Button>
    </div>
  );
}

/** Turns the sounds of the board on or off; the browser remembers it. */
function SoundSwitch() {
  const [isOn, setOn] = useSoundSetting();
  const Icon = isOn ? IconVolume : IconVolumeOff;
  return (
    <IconButton aria-label="Sounds" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </IconButton>
  );
}
