import { useCallback, useEffect, useRef, useState } from 'react';
import { ALL_BOARDS } from '@/components/boards/all-boards';
import { describeStanding, nameMoves } from '@/components/boards/describe';
import { GameBoard } from '@/components/boards/game-board';
import { hasBoard } from '@/components/boards/registry';
import { asFinished } from '@/components/boards/view';
import { moveToText } from '@/components/play/move-to-text';
import classes from './board-app.module.css';
import { answerOf, Host, type HostContext } from './host';
import { readSeat, type Seat } from './seat';

/** How long a call waits for news of the match. */
const WAIT_MS = 25_000;
/** After a wait that failed. */
const PAUSE_MS = 5_000;
/** A document that has shown the same position for so long stops asking: the chat has gone on. */
const MAX_IDLE_MS = 20 * 60_000;

/** The seats at the far side of a drawing that is made for the first seat. */
const FAR_SEATS: ReadonlySet<unknown> = new Set(['black', 'east', 'north', 'yellow']);

const isSeenFromFar = (view: unknown): boolean => FAR_SEATS.has((view as { you?: unknown } | null)?.you);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The board in a chat: the position of the answer that it belongs to, the moves of the seat, and what happens next. */
export function BoardApp() {
  const { host, context, seat, refresh } = useSeat();
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [isTurned, setTurned] = useState(false);

  const onMove = async (move: unknown) => {
    if (!seat || !host || isSending) return;
    setSending(true);
    setFault(null);
    const text = nameMoves(seat.gameId, seat.view, [move])?.[0] ?? moveToText(move);
    try {
      const { tool, args } = seat.move(move);
      const answer = await host.callTool(tool, args);
      const next = await refresh(answer, args);
      const standing = describeStanding(seat.gameId, next?.view) ?? '';
      await host.tellModel(`The person played ${text} on the board. ${standing}. ${next?.message ?? ''}`, {
        played: move,
        answer,
      });
    } catch (thrown) {
      setFault(thrown instanceof Error ? thrown.message : 'The move was refused.');
    } finally {
      setSending(false);
    }
  };

  if (!seat) return <p className={classes.waiting}>Waiting for the game.</p>;
  const isMyTurn = seat.isMyTurn && !seat.isOver;
  const play = isMyTurn
    ? { legalMoves: seat.legalMoves, onMove: (move: unknown) => void onMove(move), isSending }
    : undefined;
  const standing = describeStanding(seat.gameId, seat.view);
  const canFill = context.availableDisplayModes?.includes('fullscreen') && context.displayMode !== 'fullscreen';
  return (
    <main className={classes.app} data-full={context.displayMode === 'fullscreen'}>
      <header className={classes.head}>
        <strong role="status">{turnText(seat, isSending)}</strong>
        {standing && <span className={classes.standing}>{standing}</span>}
      </header>
      <div className={classes.board}>
        <GameBoard
          gameId={seat.gameId}
          view={asFinished(seat.view as object, seat.isOver)}
          text={null}
          boards={ALL_BOARDS}
          flipped={isSeenFromFar(seat.view) !== isTurned}
          live={!seat.isOver}
          label={standing ?? 'The position'}
          {...(play ? { play } : {})}
        />
      </div>
      {fault && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
      {play && !hasBoard(seat.gameId) && <Moves seat={seat} play={play} />}
      {seat.brief && <p className={classes.message}>{seat.brief}</p>}
      <footer className={classes.foot}>
        <button type="button" onClick={() => setTurned(!isTurned)}>
          Turn the board
        </button>
        {isMyTurn && (
          <button type="button" onClick={() => void host?.say('Make the next move in the game yourself.')}>
            Let the agent move
          </button>
        )}
        {canFill && (
          <button type="button" onClick={() => void host?.fill('fullscreen')}>
            Full screen
          </button>
        )}
        {seat.pageUrl && (
          <button type="button" onClick={() => void host?.openLink(seat.pageUrl ?? '')}>
            Watch on Botplay
          </button>
        )}
      </footer>
    </main>
  );
}

function turnText({ isOver, isMyTurn }: Seat, isSending: boolean): string {
  if (isOver) return 'The game is over';
  if (isSending) return 'Sending the move';
  return isMyTurn ? 'Your turn' : 'The others are to move';
}

/** The legal moves of a game without a board. */
function Moves({
  seat,
  play,
}: {
  seat: Seat;
  play: { legalMoves: readonly unknown[]; onMove(move: unknown): void; isSending: boolean };
}) {
  return (
    <div className={classes.moves}>
      {play.legalMoves.map((move) => (
        <button key={JSON.stringify(move)} type="button" disabled={play.isSending} onClick={() => play.onMove(move)}>
          {nameMoves(seat.gameId, seat.view, [move])?.[0] ?? moveToText(move)}
        </button>
      ))}
    </div>
  );
}

/** The host, and the seat of the newest answer: of the call that the document belongs to, or of one that it made. */
function useSeat() {
  const [context, setContext] = useState<HostContext>({});
  const [seat, setSeat] = useState<Seat | null>(null);
  const [host, setHost] = useState<Host | null>(null);
  const input = useRef<Record<string, unknown>>({});
  const latest = useRef<Seat | null>(null);
  const isGone = useRef(false);

  const show = useCallback((answer: unknown, args: Record<string, unknown>): Seat | null => {
    const next = readSeat(answer, args, latest.current);
    if (!next) return null;
    latest.current = next;
    setSeat(next);
    return next;
  }, []);

  useEffect(() => {
    const connected = new Host({
      onInput: (args) => {
        input.current = args;
      },
      onResult: (result) => void show(answerOf(result), input.current),
      onContext: (next) => {
        if (next.theme) document.documentElement.dataset.colorScheme = next.theme;
        setContext(next);
      },
      onTeardown: () => {
        isGone.current = true;
      },
    });
    void connected.connect().then(() => setHost(connected));
  }, [show]);

  /** Shows an answer; a tool that answers no position is followed by a look. */
  const refresh = useCallback(
    async (answer: unknown, args: Record<string, unknown>): Promise<Seat | null> => {
      const next = show(answer, args);
      const { current } = latest;
      if (next || !current || !host) return next;
      return show(await host.callTool(current.look.tool, current.look.args), current.look.args);
    },
    [host, show],
  );

  const waitsFor = seat && !seat.isOver && !seat.isMyTurn ? seat.stream : null;
  useEffect(() => {
    if (!host || waitsFor === null) return;
    let isLive = true;
    void follow(
      host,
      waitsFor,
      () => isLive && !isGone.current,
      async () => {
        const look = latest.current?.look;
        if (look && isLive) show(await host.callTool(look.tool, look.args), look.args);
      },
    );
    return () => {
      isLive = false;
    };
  }, [host, waitsFor, show]);

  return { host, context, seat, refresh };
}

/** Looks again at each event of a stream, until the document is gone or nothing has happened for long. */
async function follow(host: Host, stream: string, isLive: () => boolean, look: () => Promise<void>): Promise<void> {
  let cursor: unknown;
  let heardAtMs = performance.now();
  while (isLive() && performance.now() - heardAtMs < MAX_IDLE_MS) {
    try {
      const args = cursor === undefined ? { stream, timeout_ms: 0 } : { stream, after: cursor, timeout_ms: WAIT_MS };
      const news = (await host.callTool('events.wait', args)) as { events?: unknown[]; cursor?: unknown };
      if (cursor === undefined || (news.events?.length ?? 0) > 0) {
        heardAtMs = performance.now();
        await look();
      }
      cursor = news.cursor ?? cursor ?? '';
    } catch {
      await pause(PAUSE_MS);
      await look().catch(() => undefined);
    }
  }
}
