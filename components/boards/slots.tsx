'use client';
import clsx from 'clsx';
import { useId } from 'react';
import { Actions } from './actions';
import type { BoardProps } from './board';
import classes from './slots.module.css';
import { SlotsCabinet, spinKey } from './slots_cabinet';
import { useDealt } from './use_dealt';
import { slotsView } from './views';

/** A cabinet with three reels that stop one after the other, and its paytable beside it. */
export function SlotsBoard({ view: given, live, mini = false, play }: BoardProps) {
  const view = slotsView.parse(given);
  const isNew = useDealt([spinKey(view)]).has(spinKey(view));
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
