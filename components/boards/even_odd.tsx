import { IconCheck } from '@tabler/icons-react';
import clsx from 'clsx';
import { Fragment } from 'react';
import type { BoardProps } from './board';
import classes from './even_odd.module.css';
import { type EvenOddView, evenOddView } from './views';
import { parityOf } from './words';

const ROLES = ['ODD', 'EVEN'] as const;
type Round = EvenOddView['previous_rounds'][number];

/** The round that the cards show: the one being played, or the last one until somebody chooses again. */
function shownRound(view: EvenOddView): Round | null {
  const isBegun = view.committed.some(Boolean);
  return isBegun && view.status !== 'game_over' ? null : (view.previous_rounds.at(-1) ?? null);
}

/** Two cards that turn over together, the sum between them, and the rounds won. */
export function EvenOddBoard({ view: given, live, mini = false }: BoardProps) {
  const view = evenOddView.parse(given);
  const round = shownRound(view);
  return (
    <div className={clsx(classes.board, mini && classes.mini)} data-live={live} aria-hidden>
      <div className={classes.table}>
        <Side view={view} seat={0} round={round} />
        <Middle view={view} round={round} />
        <Side view={view} seat={1} round={round} />
      </div>
      {!mini && <Rounds view={view} />}
    </div>
  );
}

function Side({ view, seat, round }: { view: EvenOddView; seat: 0 | 1; round: Round | null }) {
  return (
    <div className={classes.side}>
      <div className={classes.role}>{ROLES[seat]}</div>
      <Card
        number={round ? (round.moves[seat] ?? null) : (view.numbers[seat] ?? null)}
        isChosen={view.committed[seat] ?? false}
        round={round}
        seat={seat}
      />
      <div className={classes.pips}>
        {Array.from({ length: view.rounds_to_win }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pip is nothing but its place
          <span key={index} className={clsx(classes.pip, index < (view.scores[seat] ?? 0) && classes.won)} />
        ))}
      </div>
    </div>
  );
}

function Card({
  number,
  isChosen,
  round,
  seat,
}: {
  number: number | null;
  isChosen: boolean;
  round: Round | null;
  seat: 0 | 1;
}) {
  if (round) {
    const face = clsx(classes.card, classes.face, round.winner === seat && classes.winner);
    return (
      <div key={`open ${round.round}`} className={face}>
        {number ?? <span className={classes.missed}>none</span>}
      </div>
    );
  }
  if (number !== null) return <div className={clsx(classes.card, classes.face, classes.peek)}>{number}</div>;
  if (isChosen) {
    return (
      <div className={clsx(classes.card, classes.back)}>
        <IconCheck className={classes.chosen} stroke={1.75} />
      </div>
    );
  }
  return <div className={clsx(classes.card, classes.awaited)} />;
}

function Middle({ view, round }: { view: EvenOddView; round: Round | null }) {
  if (round?.sum != null) {
    return (
      <div className={classes.middle} key={`sum ${round.round}`}>
        <div className={classes.sum}>{round.sum}</div>
        <div className={classes.parity}>{parityOf(round.sum)}</div>
      </div>
    );
  }
  return (
    <div className={classes.middle}>
      <div className={classes.plus}>+</div>
      <div className={classes.parity}>round {view.round}</div>
    </div>
  );
}

/** Every round in a column: the two numbers and their sum; the number that scored is marked. */
function Rounds({ view }: { view: EvenOddView }) {
  const columns = Array.from({ length: view.max_rounds }, (_, index) => ({
    number: index + 1,
    round: view.previous_rounds[index] ?? null,
  }));
  return (
    <div className={classes.rounds} style={{ gridTemplateColumns: `auto repeat(${view.max_rounds}, minmax(0, 1fr))` }}>
      {ROLES.map((role, seat) => (
        <Fragment key={role}>
          <span className={classes.head}>{role}</span>
          {columns.map(({ number, round }) => (
            <span key={`${role} ${number}`} className={clsx(classes.cell, round?.winner === seat && classes.scored)}>
              {round ? (round.moves[seat] ?? '–') : ''}
            </span>
          ))}
        </Fragment>
      ))}
      <span className={classes.head}>Sum</span>
      {columns.map(({ number, round }) => (
        <span key={`sum ${number}`} className={clsx(classes.cell, classes.total)}>
          {round?.sum ?? ''}
        </span>
      ))}
    </div>
  );
}
