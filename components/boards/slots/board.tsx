'use client';
import clsx from 'clsx';
import { useId } from 'react';
import type { BoardProps } from '../board-props';
import { Actions } from '../player-parts';
import { useNewCards } from '../use-new-cards';
import classes from './board.module.css';
import { SlotsCabinet, spinKey } from './cabinet';
import type { SlotsView } from './view';

/** A cabinet with three reels that stop one after the other, and its paytable beside it. */
export function SlotsBoard({ view, live, mini = false, play }: BoardProps<SlotsView>) {
  const isNew = useNewCards([spinKey(view)]).has(spinKey(view));
  const id = useId();
  return (
    <div className={clsx(classes.board, mini && classes.mini)} data-live={live}>
      <SlotsCabinet view={view} mini={mini} isActing={play !== undefined} isNew={isNew} id={id} />
      {play && (
        <Actions
          label="Slot machine"
          actions={[
            { id: 'spin', label: `Spin for ${view.bet}`, shortcut: 'Space', spoken: `Spin for ${view.bet} chips` },
          ]}
          onPick={() => play.onMove(play.legalMoves[0])}
          isSending={play.isSending}
        />
      )}
    </div>
  );
}
