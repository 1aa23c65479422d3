/** Fields of a view that the board of a game draws; the rest repeats the whole game on every move. */
const KEEP: Record<string, readonly string[]> = {
  chess: ['fen', 'turn', 'status', 'reason', 'winner', 'check', 'last_move', 'move_number', 'captured', 'material'],
  tic_tac_toe: ['board', 'status', 'turn', 'winner', 'winning_line', 'last_move'],
  checkers: [
    'board',
    'status',
    'turn',
    'winner',
    'reason',
    'must_capture',
    'last_move',
    'pieces',
    'move_number',
    'quiet_moves',
  ],
  four_in_a_row: ['board', 'status', 'turn', 'winner', 'winning_cells', 'last_move'],
  mancala: ['pits', 'stores', 'status', 'turn', 'winner', 'last_move'],
  sea_battle: ['waters', 'fleets', 'shots', 'status', 'turn', 'winner', 'last_move'],
  even_odd: [
    'your_seat',
    'status',
    'round',
    'rounds_to_win',
    'max_rounds',
    'scores',
    'committed',
    'numbers',
    'previous_rounds',
    'winner',
  ],
  blackjack: [
    'status',
    'phase',
    'turn',
    'you',
    'winner',
    'last_move',
    'round',
    'rounds',
    'start_stack',
    'min_bet',
    'max_bet',
    'dealer',
    'seats',
    'shoe_left',
    'shoe',
  ],
  slots: [
    'status',
    'winner',
    'reels',
    'payout',
    'prize',
    'stack',
    'start_stack',
    'bet',
    'spins_done',
    'spins',
    'history',
    'paytable',
    'return_rate',
  ],
};

/** The part of a view that is needed to draw it; a game without a board of its own keeps all. */
export function keepDrawn(gameId: string, view: Record<string, unknown>): Record<string, unknown> {
  const keys = KEEP[gameId];
  if (!keys) return view;
  return Object.fromEntries(keys.flatMap((key) => (key in view ? [[key, view[key]]] : [])));
}

/** Whether the text form is made from the view by the board itself, so that events need not carry it. */
export function hasOwnText(gameId: string): boolean {
  return gameId in KEEP;
}
