/** The position of a match that the viewer looks at. */
export interface ScrubState {
  /** The ply that is shown; null follows the newest. */
  ply: number | null;
  /** Playback runs until the end. */
  playing: boolean;
}

export type ScrubAction =
  | { type: 'first' }
  | { type: 'back' }
  | { type: 'forward' }
  | { type: 'newest' }
  | { type: 'go'; ply: number }
  | { type: 'toggle' }
  | { type: 'tick' };

export const FOLLOWING_NEWEST: ScrubState = { ply: null, playing: false };

/**
 * The state after an action. `plies` are those that can be shown, rising. The last one means to follow the match, so
 * that new positions are shown.
 */
export function scrub(state: ScrubState, action: ScrubAction, plies: readonly number[]): ScrubState {
  const last = plies.length - 1;
  const at = indexOf(state.ply, plies);
  switch (action.type) {
    case 'first':
      return to(0, plies, false);
    case 'back':
      return to(at - 1, plies, false);
    case 'forward':
      return to(at + 1, plies, false);
    case 'newest':
      return FOLLOWING_NEWEST;
    case 'go':
      return to(indexOf(action.ply, plies), plies, false);
    case 'toggle':
      if (state.playing) return { ...state, playing: false };
      return to(at >= last ? 0 : at, plies, true);
    case 'tick':
      return state.playing ? to(at + 1, plies, true) : state;
  }
}

/** The ply of an address, mapped to one that can be shown: null for a ply beyond the last one, which follows the match. */
export function clampPly(ply: number | null, plies: readonly number[]): number | null {
  if (ply === null || ply > (plies.at(-1) ?? 0)) return null;
  return plies[indexOf(ply, plies)] ?? null;
}

/** The index of a ply among those that can be shown: the last that is not later. */
function indexOf(ply: number | null, plies: readonly number[]): number {
  if (ply === null) return plies.length - 1;
  return Math.max(
    0,
    plies.findLastIndex((candidate) => candidate <= ply),
  );
}

function to(index: number, plies: readonly number[], playing: boolean): ScrubState {
  if (index >= plies.length - 1) return FOLLOWING_NEWEST;
  return { ply: plies[Math.max(0, index)] ?? null, playing };
}
