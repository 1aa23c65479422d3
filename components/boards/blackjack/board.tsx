'use client';
import clsx from 'clsx';
import { useId } from 'react';
import type { BoardAction } from '../actions';
import type { BoardPlay, BoardProps } from '../board-props';
import { Actions } from '../player-parts';
import { useNewCards } from '../use-new-cards';
import classes from './board.module.css';
import { BlackjackTable, tableKeys } from './table';
import type { BlackjackView } from './view';

const WORDS: Record<string, { label: string; shortcut: string; spoken: string }> = {
  hit: { label: 'Hit', shortcut: 'h', spoken: 'Hit: take another card' },
  stand: { label: 'Stand', shortcut: 's', spoken: 'Stand: no more cards' },
  double: { label: 'Double', shortcut: 'd', spoken: 'Double the bet and take one more card' },
  split: { label: 'Split', shortcut: 'p', spoken: 'Split the pair into two hands' },
};

/** A felt table: the dealer at the top, the seats at the bottom, status or buttons on the rail. */
export function BlackjackBoard({ view, live, mini = false, play }: BoardProps<BlackjackView>) {
  const turns = useNewCards(tableKeys(view));
  const id = useId();
  return (
    <div className={clsx(classes.board, mini && classes.mini)} data-live={live}>
      <BlackjackTable view={view} mini={mini} isActing={play !== undefined} turns={turns} id={id} />
      {play && (
        <Actions
          label={view.phase === 'bet' ? `Bets for round ${view.round}` : 'Your hand'}
          lead={view.phase === 'bet' ? 'Bet' : undefined}
          actions={actionsFrom(play)}
          onPick={(id) => play.onMove(play.legalMoves[Number(id)])}
          isSending={play.isSending}
        />
      )}
    </div>
  );
}

/** A button for each legal move; its id is the index in the list. */
function actionsFrom({ legalMoves }: BoardPlay): BoardAction[] {
  return legalMoves.flatMap((move, index): BoardAction[] => {
    const id = String(index);
    if (typeof move === 'string') return WORDS[move] ? [{ id, ...WORDS[move] }] : [];
    const bet = typeof move === 'object' && move !== null && 'bet' in move ? move.bet : null;
    if (typeof bet !== 'number') return [];
    return [
      {
        id,
        label: bet.toLocaleString('en'),
        shortcut: String(index + 1),
        spoken: `Bet ${bet.toLocaleString('en')} chips`,
      },
    ];
  });
}
