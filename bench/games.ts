/**
 * What do the rules cost? For each game: random games per second, and the time of every call that the runtime makes to
 * the rules for a move (actors, legal moves, apply, outcome, clock, three views). Reference: the millisecond that
 * committing a move may take; for chess also chess.js, used as its manual shows, with verbose moves.
 */
import { Chess } from 'chess.js';
import { type AnyGame, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { ALL_GAMES, gameById } from '@/lib/games';
import { isOver, opening, sow, sowablePits } from '@/lib/games/mancala/rules';
import { openingTable, pitsToSow, sowByHand } from '@/lib/games/mancala/testing/by-hand';
import { COORDS } from '@/lib/games/sea-battle/grid';
import { figure, interleave, median, report } from './harness/report';
import { sized } from './harness/size';

const ROUNDS = sized(5, 1);
const ROUND_MS = sized(400, 10);
const COMMIT_MICROSECONDS = 1_000;
/** One move of a round of blackjack shuffles, plays the dealer and pays the bets. */
const MAX_SHARE: Record<string, number> = { chess: 0.5, blackjack: 0.2 };
const MIDDLEGAME = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

const choices = new Rng({ seed: '01'.repeat(32), drawn: 0 });

/** Calls `work` repeatedly for one round. Returns its units per second; `work` returns how many units it did. */
function perSecond(work: () => number): number {
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < ROUND_MS) done += work();
  return (done / (performance.now() - started)) * 1_000;
}

/** Plays one random game as the runtime does, and counts its moves. */
function playOnce(game: AnyGame): number {
  const rng = new Rng({ seed: choices.hex(32), drawn: 0 });
  let { state } = game.setup({ options: game.options.parse({}), seats: game.seats.min, rng });
  let moves = 0;
  for (; game.outcome(state) === null; moves++) {
    const seat = choices.pick(game.actors(state));
    const applied = game.apply(state, seat, choices.pick(game.legalMoves(state, seat)), rng);
    if (!applied.ok) throw new Error(applied.reason);
    state = JSON.parse(JSON.stringify(applied.state));
    game.clock(state, 60_000);
    for (const viewer of [seat, 'spectator', 'omniscient'] as const) game.view(state, whileRunning(viewer));
  }
  return moves;
}

/** The same with chess.js alone, as its manual shows. */
function playWithChessJs(): number {
  let fen = new Chess().fen();
  for (let moves = 0; ; moves++) {
    const chess = new Chess(fen);
    if (chess.isGameOver() || moves === 400) return moves;
    const { from, to, promotion } = choices.pick(chess.moves({ verbose: true }));
    chess.move({ from, to, promotion });
    fen = chess.fen();
  }
}

/** Processor time, so that what else the machine does is left out. */
function measureGame(game: AnyGame): void {
  playOnce(game);
  const before = process.cpuUsage();
  const started = performance.now();
  let games = 0;
  let moves = 0;
  for (; performance.now() - started < ROUNDS * ROUND_MS; games++) moves += playOnce(game);
  const { user, system } = process.cpuUsage(before);
  const microseconds = (user + system) / moves;
  report({
    benchmark: `${game.id}: the rules' share of a committed move`,
    ratio: microseconds / COMMIT_MICROSECONDS,
    budget: { atMost: MAX_SHARE[game.id] ?? 0.1 },
    ours: `${figure(microseconds)} µs a move, ${figure((games / (user + system)) * 1_000_000)} random games/s`,
    reference: `${COMMIT_MICROSECONDS} µs`,
  });
}

// Werewolf waits for its deadlines more than for moves: werewolf-timers measures it.
for (const game of ALL_GAMES) if (game.seats.min <= 2) measureGame(game);

const chess = gameById('chess') as AnyGame;
const listed = await interleave(
  ROUNDS,
  async () => perSecond(() => chess.legalMoves(chess.decode(MIDDLEGAME), 0).length),
  async () => perSecond(() => new Chess(MIDDLEGAME).moves({ verbose: true }).length),
);
report({
  benchmark: 'chess: legal moves in UCI from a stored position',
  ratio: listed.ratio,
  budget: { atLeast: 5 },
  ours: `${figure(median(listed.ours))} moves/s`,
  reference: `${figure(median(listed.reference))} moves/s by chess.js, verbose`,
});

const played = await interleave(
  ROUNDS,
  async () => perSecond(() => playOnce(chess)),
  async () => perSecond(playWithChessJs),
);
report({
  benchmark: 'chess: moves of random games',
  ratio: played.ratio,
  budget: { atLeast: 2 },
  ours: `${figure(median(played.ours))} moves/s, with views, clock and storage`,
  reference: `${figure(median(played.reference))} moves/s by chess.js alone`,
});

const blackjack = gameById('blackjack') as AnyGame;
const ACTIONS = ['hit', 'stand', 'double', 'split'];

/** A hand that may be split, so that every action is legal. */
function pairToPlay(): unknown {
  for (;;) {
    const rng = new Rng({ seed: choices.hex(32), drawn: 0 });
    const { state } = blackjack.setup({ options: blackjack.options.parse({}), seats: 1, rng });
    const dealt = blackjack.apply(state, 0, { bet: 10 }, rng);
    if (dealt.ok && blackjack.legalMoves(dealt.state, 0).includes('split')) return dealt.state;
  }
}

const pair = pairToPlay();
const listedActions = await interleave(
  ROUNDS,
  async () => perSecond(() => blackjack.legalMoves(pair, 0).length),
  async () => perSecond(() => ACTIONS.filter((action) => blackjack.apply(pair, 0, action, choices).ok).length),
);
report({
  benchmark: 'blackjack: legal actions of a pair',
  ratio: listedActions.ratio,
  budget: { atLeast: 3 },
  ours: `${figure(median(listedActions.ours))} actions/s`,
  reference: `${figure(median(listedActions.reference))} actions/s by trying each`,
});

/** Legal moves of a position in the middle of a game, against trying every move that there is. */
async function measureListing(
  gameId: string,
  position: string,
  all: readonly unknown[],
  atLeast: number,
): Promise<void> {
  const game = gameById(gameId) as AnyGame;
  const state = game.decode(position);
  const [seat = 0] = game.actors(state);
  const listed = await interleave(
    ROUNDS,
    async () => perSecond(() => game.legalMoves(state, seat).length),
    async () => perSecond(() => all.filter((move) => game.apply(state, seat, move, choices).ok).length),
  );
  report({
    benchmark: `${gameId}: legal moves`,
    ratio: listed.ratio,
    budget: { atLeast },
    ours: `${figure(median(listed.ours))} moves/s`,
    reference: `${figure(median(listed.reference))} moves/s by trying each`,
  });
}

const PITS = Array.from({ length: 6 }, (_, index) => ({ pit: index + 1 }));
for (const [gameId, all, atLeast] of [
  ['mancala', PITS, 3],
  ['sea_battle', COORDS, 10],
] as const)
  await measureListing(gameId, gameById(gameId)?.statelessAdapter?.example.position ?? '', all, atLeast);

/** Cheap numbers: the generator of matches costs more than a sowing. */
let drawn = 1;
function pickCheaply(pits: readonly number[]): number {
  drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) >>> 0;
  return pits[(drawn >>> 16) % pits.length] as number;
}

/** Sowings of one random game by the rules alone. */
function sowOnce(): number {
  let state = opening();
  let sowings = 0;
  for (; !isOver(state); sowings++) state = sow(state, state.turn, pickCheaply(sowablePits(state, state.turn)));
  return sowings;
}

/** The same as one plays it on a table. */
function sowOnceByHand(): number {
  let table = openingTable();
  for (let sowings = 0; ; sowings++) {
    const pits = pitsToSow(table);
    if (pits.length === 0) return sowings;
    table = sowByHand(table, pickCheaply(pits));
  }
}

const sown = await interleave(
  ROUNDS,
  async () => perSecond(sowOnce),
  async () => perSecond(sowOnceByHand),
);
report({
  benchmark: 'mancala: sowings of random games',
  ratio: sown.ratio,
  budget: { atLeast: 1.2 },
  ours: `${figure(median(sown.ours))} sowings/s`,
  reference: `${figure(median(sown.reference))} sowings/s hole by hole`,
});
