import { z } from 'zod';
import { defineGame, type Outcome, type Perspective } from '@/lib/core/game';
import { unwrapAction } from '@/lib/games/action';
import { chooseMove } from '@/lib/games/chess/bot';
import { judge } from '@/lib/games/chess/judge';
import { PGN } from '@/lib/games/chess/pgn';
import { checkFen, Position, START_FEN, type Standing } from '@/lib/games/chess/position';
import { COLOR_NAMES, refuse, refuseAmbiguous } from '@/lib/games/chess/refusal';
import { chessAdapter } from '@/lib/games/chess/stateless-adapter';

const COLORS = ['white', 'black'] as const;
type ColorName = (typeof COLORS)[number];
type DrawReason = 'insufficient_material' | 'threefold' | 'fifty_moves';
export type ChessStatus = 'in_progress' | 'check' | 'checkmate' | 'stalemate' | 'draw';

export interface ChessState {
  fen: string;
  /** Where the game began. */
  start: string;
  /** Every move in UCI, separated by spaces. */
  uci: string;
  /** The same as people write it: `1. e4 e5 2. Nf3`. Kept, because every view shows it. */
  movetext: string;
  /** Pieces that each side has taken, in order, as letters. */
  takenBy: { white: string; black: string };
  /** Positions since the last capture or pawn move, for threefold repetition. */
  positions: string[];
  status: ChessStatus;
  drawReason: DrawReason | null;
}

export interface ChessView {
  fen: string;
  turn: 'w' | 'b';
  status: ChessStatus;
  /** Why it is a draw. */
  reason: DrawReason | null;
  winner: ColorName | null;
  check: boolean;
  /** The viewer's colour; null for spectators. */
  you: ColorName | null;
  last_move: { uci: string; san: string } | null;
  move_number: number;
  /** Pieces that each side has taken, as lower-case letters. */
  captured: Record<ColorName, string[]>;
  /** White's material less black's, in pawns. */
  material: number;
  /** How often the position has been on the board; the third time draws. */
  repetition: number;
  /** The game so far: `1. e4 e5 2. Nf3`. */
  moves: string;
}

/** `e2-e4`, `E7E8=Q`, `1. e4`, `0-0`, `Nf3!` → the same without ornaments. */
function tidy(text: string): string {
  const bare = text
    .trim()
    .replace(/^\d+\s*\.+\s*/, '')
    .replace(/[!?]+$|\s*e\.p\.$/g, '')
    .trim();
  const squares = /^([a-h][1-8])\s*[-x]?\s*([a-h][1-8])\s*=?\s*\(?([nbrq])?\)?[+#]?$/i.exec(bare);
  if (squares) return `${squares[1]}${squares[2]}${squares[3] ?? ''}`.toLowerCase();
  return /^[0o](-[0o]){1,2}[+#]?$/i.test(bare) ? bare.toUpperCase().replaceAll('0', 'O') : bare;
}

const A_SQUARE = 'Name a square from a1 to h8.';
const A_PROMOTION = 'One of q, r, b, n.';
const A_MOVE = 'Write a move in UCI ("e2e4", "e7e8q") or SAN ("Nf3").';

const square = z
  .string(A_SQUARE)
  .trim()
  .toLowerCase()
  .regex(/^[a-h][1-8]$/, A_SQUARE);
const fromTo = z
  .object({
    from: square,
    to: square,
    promotion: z
      .string(A_PROMOTION)
      .trim()
      .toLowerCase()
      .regex(/^[nbrq]?$/, A_PROMOTION)
      .nullish(),
  })
  .transform(({ from, to, promotion }) => `${from}${to}${promotion ?? ''}`);
const written = z.string(A_MOVE).max(16, A_MOVE).transform(tidy);

/** UCI, SAN or squares; what it means is settled against the position, by {@link Position.find}. */
const move = z
  .unknown()
  .transform((action) => unwrapAction(action, ['uci', 'san', 'moveUci']))
  .transform((action, context): string => {
    const parsed =
      typeof action === 'object' && action !== null && 'from' in action
        ? fromTo.safeParse(action)
        : written.safeParse(action);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path: [...path], message });
    return z.NEVER;
  });

const cache = new WeakMap<ChessState, Position>();

/** The position of a state: a state never changes, so what was computed for it stays true. */
function positionOf(state: ChessState): Position {
  let position = cache.get(state);
  if (!position) {
    position = new Position(state.fen);
    cache.set(state, position);
  }
  return position;
}

const isOver = ({ status }: ChessState) => status !== 'in_progress' && status !== 'check';
const turnOf = ({ fen }: { fen: string }) => (fen.includes(' w ') ? 'w' : 'b');
const seatToMove = (state: ChessState) => (turnOf(state) === 'w' ? 0 : 1);
/** A position as the repetition rule compares it: without the counters. */
const positionKey = (fen: string) => fen.split(' ', 4).join(' ');
const append = (list: string, word: string) => (list === '' ? word : `${list} ${word}`);
const lastWord = (list: string) => list.slice(list.lastIndexOf(' ') + 1);
/** Black's answer has the number of white's move. */
const moveNumber = ({ fen }: { fen: string }) => Number(lastWord(fen));
const words = (list: string) => (list === '' ? [] : list.split(' '));

function startFrom(fen: string): ChessState {
  const state: ChessState = {
    fen,
    start: fen,
    uci: '',
    movetext: '',
    takenBy: { white: '', black: '' },
    positions: [positionKey(fen)],
    status: 'in_progress',
    drawReason: null,
  };
  return withStatus(state);
}

/** Settles what the position and its repetitions make of a new state. */
function withStatus(draft: ChessState): ChessState {
  const position = new Position(draft.fen);
  const state = { ...draft, ...statusOf(position.standing, repetitionOf(draft)) };
  cache.set(state, position);
  return state;
}

function statusOf(standing: Standing, repetition: number): Pick<ChessState, 'status' | 'drawReason'> {
  if (standing === 'insufficient_material' || standing === 'fifty_moves')
    return { status: 'draw', drawReason: standing };
  const mayGoOn = standing === 'in_progress' || standing === 'check';
  return mayGoOn && repetition >= 3
    ? { status: 'draw', drawReason: 'threefold' }
    : { status: standing, drawReason: null };
}

/** How often the position on the board has been there. */
function repetitionOf({ positions }: ChessState): number {
  const current = positions.at(-1);
  return positions.filter((key) => key === current).length;
}

/** A move with its number: white's always, black's only where a line begins with it. */
function numbered(state: ChessState, san: string): string {
  if (turnOf(state) === 'w') return `${moveNumber(state)}. ${san}`;
  return state.movetext === '' ? `${moveNumber(state)}... ${san}` : san;
}

/** The state after a legal move. */
function advance(state: ChessState, uci: string): ChessState {
  const played = positionOf(state).play(uci);
  const mover = COLOR_NAMES[turnOf(state)];
  const irreversible = played.fen.split(' ')[4] === '0';
  return withStatus({
    fen: played.fen,
    start: state.start,
    uci: append(state.uci, uci),
    movetext: append(state.movetext, numbered(state, played.san)),
    takenBy: played.captured ? { ...state.takenBy, [mover]: state.takenBy[mover] + played.captured } : state.takenBy,
    positions: [...(irreversible ? [] : state.positions), positionKey(played.fen)],
    status: 'in_progress',
    drawReason: null,
  });
}

function outcome(state: ChessState): Outcome | null {
  if (!isOver(state)) return null;
  if (state.status !== 'checkmate') {
    const reason = state.drawReason ?? 'stalemate';
    return { results: [0, 1].map((seat) => ({ seat, result: 'draw', rank: 1 })), reason, winner: null };
  }
  const loser = seatToMove(state);
  return {
    results: [0, 1].map((seat) =>
      seat === loser ? { seat, result: 'loss', rank: 2 } : { seat, result: 'win', rank: 1 },
    ),
    reason: 'checkmate',
    winner: 1 - loser,
  };
}

const WORTH: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9, P: -1, N: -3, B: -3, R: -5, Q: -9 };

/** White's material less black's, in pawns. */
function materialOf(fen: string): number {
  let sum = 0;
  for (const letter of fen.slice(0, fen.indexOf(' '))) sum -= WORTH[letter] ?? 0;
  return sum;
}

function view(state: ChessState, { viewer }: Perspective): ChessView {
  const turn = turnOf(state);
  const lastUci = lastWord(state.uci);
  const lastSan = lastWord(state.movetext);
  return {
    fen: state.fen,
    turn,
    status: state.status,
    reason: state.drawReason,
    winner: state.status === 'checkmate' ? COLOR_NAMES[turn === 'w' ? 'b' : 'w'] : null,
    check: state.status === 'check' || state.status === 'checkmate',
    you: typeof viewer === 'number' ? (COLORS[viewer] ?? null) : null,
    last_move: lastUci && lastSan ? { uci: lastUci, san: lastSan } : null,
    move_number: moveNumber(state),
    captured: { white: [...state.takenBy.white], black: [...state.takenBy.black] },
    material: materialOf(state.fen),
    repetition: repetitionOf(state),
    moves: state.movetext,
  };
}

/** As UCI's `position` command: `startpos moves e2e4 …` or `<fen> moves …`; lossless, the history included. */
function encode({ start, uci }: ChessState): string {
  const from = start === START_FEN ? 'startpos' : start;
  return uci === '' ? from : `${from} moves ${uci}`;
}

/** Reads what {@link encode} writes, and so any FEN. */
function decode(text: string): ChessState {
  const [from = '', moves = ''] = text.trim().split(/ moves ?/);
  const fen = from === 'startpos' ? START_FEN : from;
  checkFen(fen);
  return words(moves).reduce((state, uci, index) => {
    if (isOver(state) || !positionOf(state).legal.some((legal) => legal.uci === uci))
      throw new Error(`Move ${index + 1}, ${uci}, is not legal.`);
    return advance(state, uci);
  }, startFrom(fen));
}

function describe({ fen, turn, status, reason, winner, you, last_move, move_number, moves }: ChessView): string {
  const ranks = fen.slice(0, fen.indexOf(' ')).split('/');
  const rows = ranks.map(
    (rank, index) => `${8 - index} ${[...rank.replace(/\d/g, (run) => '.'.repeat(Number(run)))].join(' ')}`,
  );
  const standing = winner
    ? `Checkmate: ${winner} has won.`
    : status === 'stalemate'
      ? 'Draw by stalemate.'
      : status === 'draw'
        ? `Draw: ${reason?.replaceAll('_', ' ')}.`
        : `Move ${move_number}, ${COLOR_NAMES[turn]} to move${status === 'check' ? ' and in check' : ''}.`;
  return [
    ...rows,
    '  a b c d e f g h',
    standing,
    you && `You are ${you} (${you === 'white' ? 'capital' : 'small'} letters).`,
    last_move && `Last move: ${last_move.san} (${last_move.uci}).`,
    moves && `Moves: ${moves}`,
  ]
    .filter(Boolean)
    .join('\n');
}

export const chess = defineGame({
  id: 'chess',
  version: 1,
  title: 'Chess',
  about: 'White and black move in turn; whoever traps the other king wins.',
  summary:
    'The game of kings by the rules of FIDE: checkmate wins; stalemate, bare kings, threefold repetition and fifty moves draw.',
  tags: ['board', 'perfect-information', 'classic'],
  rulesSource: 'game-tools.md, Chess',
  information: 'perfect',
  chance: false,
  hosting: { solo: true, lobby: true, exhibition: true, queue: false },
  seats: { min: 2, max: 2, names: COLORS },
  moveTimeS: { fallback: 60, min: 5, max: 86_400 },
  options: z.strictObject({}),
  move,

  setup: () => ({ state: startFrom(START_FEN), events: [] }),
  actors: (state: ChessState) => (isOver(state) ? [] : [seatToMove(state)]),
  legalMoves: (state, seat) =>
    isOver(state) || seat !== seatToMove(state) ? [] : positionOf(state).legal.map((legal) => legal.uci),

  apply(state, seat, text: string) {
    if (isOver(state)) return { ok: false, reason: 'The game is over.' };
    if (seat !== seatToMove(state)) return { ok: false, reason: `It is ${COLOR_NAMES[turnOf(state)]}'s turn.` };
    const position = positionOf(state);
    const [uci, ...others] = position.find(text);
    if (uci === undefined) return refuse(position, text);
    if (others.length > 0) return refuseAmbiguous(text, [uci, ...others]);
    const next = advance(state, uci);
    const notation = lastWord(next.movetext);
    return {
      ok: true,
      state: next,
      events: [{ type: 'move_played', audience: 'public', data: { seat, move: uci, notation } }],
    };
  },

  outcome,
  view,
  encode,
  decode,
  clock: (state, moveTimeMs) =>
    isOver(state) ? null : { key: `move:${moveNumber(state)}${turnOf(state)}`, limitMs: moveTimeMs },

  instructions: () =>
    [
      'Chess by the usual rules. Seat 0 is white and moves first, seat 1 is black. Checkmate wins; stalemate, insufficient material, the third repetition of a position and fifty moves without capture or pawn move draw by themselves.',
      'Act with a move in UCI ("e2e4", castling "e1g1", promotion "e7e8q"), in SAN ("Nf3", "exd5", "O-O", "e8=Q"), or as squares ({"from":"e2","to":"e4","promotion":"q"}). {"type":"resign"} gives up, {"type":"state"} only looks.',
      'Answers: your_turn says whether you may act; legal_moves lists every legal move in UCI, each usable as it is; view.fen is the position, view.you your colour, view.turn "w" or "b", view.status in_progress, check, checkmate, stalemate or draw (view.reason says why), view.last_move the move just played, view.moves the game so far, view.material white\'s lead in pawns.',
    ].join('\n'),
  actionSchema: {
    description: 'A move: UCI such as "e2e4" or "e7e8q", SAN such as "Nf3", or {"from","to","promotion"}.',
    anyOf: [
      { type: 'string', minLength: 2, maxLength: 16 },
      {
        type: 'object',
        properties: {
          from: { type: 'string', pattern: '^[a-h][1-8]$' },
          to: { type: 'string', pattern: '^[a-h][1-8]$' },
          promotion: { enum: ['q', 'r', 'b', 'n'] },
        },
        required: ['from', 'to'],
      },
      { type: 'object', properties: { move: { type: 'string', minLength: 2, maxLength: 16 } }, required: ['move'] },
    ],
  },
  bot: { cost: 'heavy', choose: chooseMove },
  judge,
  record: PGN,
  statelessAdapter: chessAdapter,
  describe,
});
