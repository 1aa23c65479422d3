'use client';
import type { BoardAction } from '../actions';
import type { BoardPlay, BoardProps } from '../board-props';
import { Actions } from '../player-parts';
import { WerewolfDrawing } from './drawing';
import { PHASE_NAMES } from './text';
import type { WerewolfView } from './view';

/** The circle of chairs, and while the viewer may act one button for each of its moves. */
export function WerewolfBoard({ view, live, mini = false, play }: BoardProps<WerewolfView>) {
  return (
    <>
      <WerewolfDrawing view={view} live={live} mini={mini} />
      {play && (
        <Actions
          label={PHASE_NAMES[view.phase]}
          actions={actionsFrom(play)}
          onPick={(id) => play.onMove(play.legalMoves[Number(id)])}
          isSending={play.isSending}
        />
      )}
    </>
  );
}

const VERBS: Record<string, string> = {
  vote: 'Vote',
  wolf_kill: 'Attack',
  seer_inspect: 'Inspect',
  doctor_protect: 'Protect',
};

/** A button for each legal move; its id is the index in the list, its key the number of the player. */
function actionsFrom({ legalMoves }: BoardPlay): BoardAction[] {
  return legalMoves.flatMap((move, index): BoardAction[] => {
    if (typeof move !== 'object' || move === null || !('type' in move) || typeof move.type !== 'string') return [];
    const id = String(index);
    if (move.type === 'ready') return [{ id, label: 'Ready', shortcut: 'r', spoken: 'Ready for the first night' }];
    if ('text' in move && typeof move.text === 'string') {
      const shortcut = String.fromCharCode('s'.charCodeAt(0) + (index % 2));
      return [{ id, label: `“${move.text}”`, shortcut, spoken: `“${move.text}”: say it` }];
    }
    if (!('targetPlayerId' in move)) return [];
    const target = move.targetPlayerId;
    if (typeof target !== 'string') return [{ id, label: 'Abstain', shortcut: '0', spoken: 'Abstain from the vote' }];
    const label = `${VERBS[move.type] ?? 'Choose'} ${target}`;
    return [{ id, label, shortcut: target.slice(-1), spoken: label }];
  });
}
