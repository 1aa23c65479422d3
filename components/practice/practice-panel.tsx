import { IconArrowBackUp, IconArrowsUpDown } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { BoardAsText } from '@/components/boards/board-as-text';
import { CopyButton } from '@/components/console/copy-button';
import { Button } from '@/components/ui/button';
import { SelectField, TextField } from '@/components/ui/field';
import { KeyHelp } from '@/components/ui/key-help';
import type { Strength } from '@/lib/core/game';
import classes from './board-screen.module.css';
import type { MoveHistory, Opponent } from './move-history';
import { Opinion } from './opinion';
import type { PracticeBoard } from './use-practice';

const KEYS = [
  { keys: ['←', '→'], does: 'Previous move, next move' },
  { keys: ['u'], does: 'Take back the last move' },
  { keys: ['f'], does: 'Flip the board' },
];

const STRENGTHS: readonly Strength[] = ['easy', 'medium', 'strong'];

export interface BoardGame {
  id: string;
  title: string;
  seatNames: readonly string[];
  hasBot: boolean;
  hasJudge: boolean;
}

export interface PracticePanelProps {
  game: BoardGame;
  board: PracticeBoard;
  /** The viewer may move now. */
  mayPlay: boolean;
  /** Whose turn it is, or the result. */
  status: string;
  /** Who is ahead; null where `status` says the same. */
  standing: string | null;
  onFlip: () => void;
}

/** Beside an unrated board: its status, the opponent, the moves, the engine and the position as text. */
export function PracticePanel({ game, board, mayPlay, status, standing, onFlip }: PracticePanelProps) {
  const { history, step, failure, task } = board;
  const { position } = step;
  return (
    <div className={classes.panel}>
      <div className={classes.news}>
        <p className={classes.sentence}>
          <strong>{status}</strong>
        </p>
        <p className={classes.standing}>{standing}</p>
        {failure && (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
      </div>
      <OpponentChooser game={game} opponent={board.opponent} onChange={board.setOpponent} />
      <PlayedMoves history={history} onGo={board.goTo} />
      <div className={classes.actions}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={history.at === 0}
          onClick={board.undoMove}
        >
          Undo
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowsUpDown size={16} aria-hidden />}
          onClick={onFlip}
        >
          Flip
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => board.open(null)}>
          New game
        </Button>
        <KeyHelp rows={KEYS} />
      </div>
      {game.hasJudge && (
        <Opinion
          opinion={board.opinion}
          isThinking={task === 'judging'}
          onAsk={board.judge}
          onTry={mayPlay ? board.play : null}
        />
      )}
      <PositionText state={position.state} onOpen={board.open} />
      <BoardAsText gameId={game.id} view={position.view} text={position.text} />
    </div>
  );
}

function PlayedMoves({ history, onGo }: { history: MoveHistory; onGo: (at: number) => void }) {
  if (history.steps.length === 1)
    return <p className={classes.none}>No move yet. Pick a piece or a place on the board.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className={classes.moves} aria-label="Moves" tabIndex={0}>
      <ol className={classes.list}>
        {history.steps.map(({ number, move }) => (
          <li key={number}>
            <button
              type="button"
              className={classes.move}
              aria-current={number === history.at ? 'step' : undefined}
              onClick={() => onGo(number)}
            >
              {move ? move.notation : 'Start'}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface OpponentChooserProps {
  game: BoardGame;
  opponent: Opponent;
  onChange: (opponent: Opponent) => void;
}

/** Chooses who plays the other side: the viewer, or a house bot of one of three strengths. */
function OpponentChooser({ game, opponent, onChange }: OpponentChooserProps) {
  if (!game.hasBot) return null;
  const human = opponent?.human ?? 0;
  const choose = (value: string) => {
    const strength = STRENGTHS.find((one) => one === value);
    onChange(strength ? { strength, human } : null);
  };
  return (
    <div className={classes.opponent}>
      <SelectField
        label="Other side"
        value={opponent?.strength ?? 'viewer'}
        onChange={(event) => choose(event.currentTarget.value)}
        options={[
          { value: 'viewer', label: 'You play both sides' },
          ...STRENGTHS.map((strength) => ({ value: strength, label: `House bot (${strength})` })),
        ]}
      />
      <SelectField
        label="You play"
        value={String(human)}
        disabled={!opponent}
        onChange={(event) => opponent && onChange({ ...opponent, human: Number(event.currentTarget.value) })}
        options={game.seatNames.slice(0, 2).map((name, seat) => ({ value: String(seat), label: name }))}
      />
    </div>
  );
}

/** The position as text: to copy, or to replace by another one. */
function PositionText({ state, onOpen }: { state: string; onOpen: (state: string) => void }) {
  const [draft, setDraft] = useState<{ of: string; text: string }>({ of: state, text: state });
  const text = draft.of === state ? draft.text : state;
  const open = (event: FormEvent) => {
    event.preventDefault();
    onOpen(text.trim());
  };
  return (
    <form className={classes.position} onSubmit={open}>
      <TextField
        label="Position as text"
        description="Paste another position to set it up."
        value={text}
        onChange={(event) => setDraft({ of: state, text: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={classes.actions}>
        <CopyButton text={state} what="position" />
        <Button type="submit" size="compact-sm" variant="default" disabled={text.trim() === state}>
          Set up
        </Button>
      </div>
    </form>
  );
}
