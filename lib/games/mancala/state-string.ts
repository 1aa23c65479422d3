import {
  isOver,
  type MancalaState,
  oppositeIndex,
  otherSeat,
  RING,
  ringOf,
  SEEDS,
  SIDES,
  type Sowing,
  STORE,
} from './rules';

const WHO = ['player', 'opponent'] as const;
export const STATE_FORMAT =
  'P:<p1,p2,p3,p4,p5,p6>|O:<o1,o2,o3,o4,o5,o6>|PS:<player_store>|OS:<opponent_store>|T:<turn>|ST:<status>|LA:<last_action>|W:<winner>';
const ROW = '(\\d{1,2}(?:,\\d{1,2}){5})';
const STATE_STRING = new RegExp(
  `^P:${ROW}\\|O:${ROW}\\|PS:(\\d{1,2})\\|OS:(\\d{1,2})\\|T:(player|opponent)\\|ST:[a-z_]+\\|LA:(-|pit[1-6])\\|W:[a-z-]+` +
    '(?:\\|S:(south|north),(\\d{1,2}),(\\d{1,2}),(\\d{1,2}),(\\d{1,2}))?$',
);
/** Upper bound of the seeds in one pit. */
const MAX_SEEDS_IN_PIT = SEEDS;

/** The winning seat, `draw`, or null while the game is running. */
export function winnerOf(state: Pick<MancalaState, 'pits' | 'stores'>): 0 | 1 | 'draw' | null {
  if (!isOver(state)) return null;
  const [south, north] = state.stores;
  return south === north ? 'draw' : south > north ? 0 : 1;
}

/** The state string of game-tools.md, Mancala state format. South is `player`. */
export function writePosition(state: MancalaState): string {
  const winner = winnerOf(state);
  return [
    `P:${state.pits[0].join(',')}`,
    `O:${state.pits[1].join(',')}`,
    `PS:${state.stores[0]}`,
    `OS:${state.stores[1]}`,
    `T:${WHO[state.turn]}`,
    `ST:${winner === null ? 'in_progress' : 'game_over'}`,
    `LA:${state.last === null ? '-' : `pit${state.last}`}`,
    `W:${winner === null ? '-' : winner === 'draw' ? 'draw' : WHO[winner]}`,
  ].join('|');
}

/** The state string followed by the last sowing, which the position alone does not contain. */
export function writeState(state: MancalaState): string {
  const { sown } = state;
  const position = writePosition(state);
  if (!sown) return position;
  return `${position}|S:${[SIDES[sown.seat], sown.seeds, sown.captured, ...sown.swept].join(',')}`;
}

/**
 * Reads a state string, with or without the last sowing.
 * @throws Error with the reason when the position is unreachable in Kalah.
 */
export function readState(text: string): MancalaState {
  const [, south = '', north = '', southStore, northStore, turn, last, ...sown] = STATE_STRING.exec(text) ?? [];
  if (southStore === undefined) throw new Error(`Not a mancala state: expected ${STATE_FORMAT}.`);
  const state: MancalaState = {
    pits: [numbers(south), numbers(north)],
    stores: [Number(southStore), Number(northStore)],
    turn: turn === 'player' ? 0 : 1,
    last: last === '-' ? null : Number(last?.slice('pit'.length)),
    sown: readSowing(sown),
  };
  checkSeeds(state);
  checkLast(state);
  if (writeState(state) !== text) throw new Error(`The fields contradict the pits; expected ${writeState(state)}`);
  return state;
}

const numbers = (list: string) => list.split(',').map(Number);

function readSowing([side, ...figures]: (string | undefined)[]): Sowing | null {
  if (side === undefined) return null;
  const [seeds = 0, captured = 0, south = 0, north = 0] = figures.map(Number);
  return { seat: side === 'south' ? 0 : 1, seeds, captured, swept: [south, north] };
}

function checkSeeds({ pits, stores }: MancalaState): void {
  const total = [...pits.flat(), ...stores].reduce((sum, seeds) => sum + seeds, 0);
  if (total !== SEEDS) throw new Error(`Impossible position: ${total} seeds; there are always ${SEEDS}.`);
  if (isOver({ pits }) && pits.flat().some((seeds) => seeds > 0))
    throw new Error('Impossible position: when a side is empty the other sweeps its seeds into its store.');
}

/**
 * Checks that some sowing of the last pit can lead to the position. Without a last action every position is accepted,
 * because the tools analyse positions set up by hand.
 */
function checkLast(state: MancalaState): void {
  const { last, sown } = state;
  if (last === null) {
    if (sown) throw new Error('Impossible last sowing: no pit was sown.');
    return;
  }
  const isPossible = sown ? fits(state, last, sown) : SOWINGS.some((one) => fits(state, last, one));
  if (!isPossible) throw new Error(`Impossible last action: the last move cannot have sown pit ${last}.`);
}

/** Possible last sowings of a position without one, the likely ones first. The smallest capture represents all. */
const SOWINGS: readonly Sowing[] = Array.from({ length: MAX_SEEDS_IN_PIT }, (_, index) => index + 1).flatMap((seeds) =>
  [0, 2].flatMap((captured) => [0, 1].map((seat): Sowing => ({ seat, seeds, captured, swept: [0, 0] }))),
);

/** Whether a sowing of the pit can lead to the position: each hole contains the seed sown, a capture emptied two holes. */
function fits(state: MancalaState, pit: number, { seat, seeds, captured, swept }: Sowing): boolean {
  const end = (pit - 1 + seeds) % RING;
  if (seeds < 1 || state.turn !== (end === STORE ? seat : otherSeat(seat))) return false;
  if (captured === 1 || (captured > 0 && end >= STORE)) return false;
  const ring = ringOf(state, seat);
  const fallen = (index: number) => Math.ceil(Math.max(0, seeds - ((index - pit + RING) % RING)) / RING);
  const gained = fallen(STORE) + captured + (swept[seat] as number);
  const hasGained =
    (ring[STORE] as number) >= gained &&
    (state.stores[otherSeat(seat)] as number) >= (swept[otherSeat(seat)] as number);
  if (isOver(state) || !hasGained) return hasGained;
  const isSwept = swept.some((seeds) => seeds > 0);
  const wouldCapture = captured === 0 && end < STORE && ring[end] === 1 && (ring[oppositeIndex(end)] as number) > 0;
  return (
    !isSwept &&
    !wouldCapture &&
    ring.every((seeds, index) => {
      if (captured > 0 && (index === end || index === oppositeIndex(end))) return seeds === 0;
      return index === pit - 1 ? seeds === fallen(index) : seeds >= fallen(index);
    })
  );
}
