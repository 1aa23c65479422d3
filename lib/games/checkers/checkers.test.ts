import { describe, expect, it } from 'vitest';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { checkers as game } from '@/lib/games/checkers';
import { moveText } from './board';
import { boardOf, type CheckersState, decode, encode, encodeBoard, pieceLetterAt, rulesOf } from './position';
import { naiveGrid, naiveMoves, naiveRows, naiveText } from './testing/naive';
import { positionWith } from './testing/position-with';

const rng = new Rng({ seed: 'c4'.repeat(32), drawn: 0 });

function play(state: CheckersState, ...moves: unknown[]): CheckersState {
  return moves.reduce((before: CheckersState, sent) => {
    const applied = game.apply(before, game.actors(before)[0] as number, game.move.parse(sent), rng);
    if (!applied.ok) throw new Error(applied.reason);
    return applied.state;
  }, state);
}

function refusal(state: CheckersState, sent: unknown) {
  const applied = game.apply(state, game.actors(state)[0] as number, game.move.parse(sent), rng);
  return applied.ok ? expect.fail(`${sent} was taken`) : applied;
}

const opening = game.setup({ options: {}, seats: 2, rng }).state;
const count = (rows: string, letters: RegExp) => rows.match(letters)?.length ?? 0;

describe('rules', () => {
  it('opens with white below, moving up', () => {
    expect(game.actors(opening)).toEqual([0]);
    expect(game.legalMoves(opening, 0)).toEqual(['a3b4', 'c3b4', 'c3d4', 'e3d4', 'e3f4', 'g3f4', 'g3h4']);
    expect(game.legalMoves(opening, 1)).toEqual([]);
  });

  it('forces a capture and carries it to the end', () => {
    const state = positionWith('w', 'c3 g3', 'd4 d6');
    expect(game.legalMoves(state, 0)).toEqual(['c3e5c7']);
    expect(game.view(state, whileRunning(0)).must_capture).toBe(true);
    const next = play(state, 'c3e5c7');
    expect(next.rows).toBe(positionWith('b', 'c7 g3', '').rows);
    expect(game.outcome(next)).toMatchObject({ winner: 0, reason: 'no_pieces' });
    expect(game.view(next, whileRunning(1))).toMatchObject({
      winner: 'white',
      turn: null,
      must_capture: false,
      pieces: { white: { men: 2, kings: 0 }, black: { men: 0, kings: 0 } },
      last_move: {
        notation: 'c3e5c7',
        path: ['c3', 'e5', 'c7'],
        captured: [
          { square: 'd4', piece: 'b' },
          { square: 'd6', piece: 'b' },
        ],
      },
    });
  });

  it('lets any of the captures be chosen, not only the longest', () => {
    expect(game.legalMoves(positionWith('w', 'c3', 'b4 d4 d6'), 0)).toEqual(['c3a5', 'c3e5c7']);
  });

  it('lets men neither move nor capture backwards', () => {
    const state = positionWith('w', 'c5', 'b4 d4');
    expect(game.legalMoves(state, 0)).toEqual(['c5b6', 'c5d6']);
    expect(game.legalMoves({ ...state, turn: 'b' }, 1)).toEqual(['b4a3', 'b4c3', 'd4c3', 'd4e3']);
    expect(game.legalMoves(positionWith('w', 'Kc5', 'b4 d4'), 0)).toEqual(['c5a3', 'c5e3']);
  });

  it('ends the move of a man that is crowned, even where a king could jump on', () => {
    const state = positionWith('w', 'b6', 'c7 e7');
    expect(game.legalMoves(state, 0)).toEqual(['b6d8']);
    const next = play(state, 'b6d8');
    expect(next.rows).toBe(positionWith('b', 'Kd8', 'e7').rows);
    expect(game.actors(next)).toEqual([1]);
  });

  it('lets kings step one square in all directions, and no further', () => {
    expect(game.legalMoves(positionWith('w', 'Kd4', 'h8'), 0)).toEqual(['d4c3', 'd4c5', 'd4e3', 'd4e5']);
  });

  it('captures each piece once, also when a king returns to its first square', () => {
    const state = positionWith('w', 'Kf2', 'e3 g3 e5 g5 a3');
    expect(game.legalMoves(state, 0)).toEqual(['f2d4f6h4f2', 'f2h4f6d4f2']);
    expect(play(state, 'f2d4f6h4f2').rows).toBe(positionWith('b', 'Kf2', 'a3').rows);
  });

  it('is lost exactly when the side to move has no move', () => {
    const blocked = positionWith('b', 'Kf6 g7', 'h8');
    expect(game.outcome(blocked)).toMatchObject({ winner: 0, reason: 'no_moves' });
    expect(game.legalMoves(blocked, 1)).toEqual([]);
    expect(game.outcome(positionWith('b', 'g7', 'h8'))).toBeNull();
    expect(game.outcome(positionWith('w', 'a1', 'b2 c3'))).toMatchObject({ winner: 1, reason: 'no_moves' });
  });

  it('is drawn after forty moves each without a capture or a move of a man', () => {
    let state = positionWith('w', 'Kg1', 'Kb8');
    const shuttle = ['g1h2', 'b8a7', 'h2g1', 'a7b8'];
    for (let ply = 0; ply < 80; ply++) {
      expect(game.outcome(state), `after ${ply}`).toBeNull();
      state = play(state, shuttle[ply % 4]);
    }
    expect(game.outcome(state)).toMatchObject({ winner: null, reason: 'forty_moves' });
    expect(game.view(state, whileRunning('spectator'))).toMatchObject({ winner: 'draw', quiet_moves: 80, turn: null });
    expect(game.actors(state)).toEqual([]);
  });

  it('resets the count of quiet moves after a capture and after a move of a man', () => {
    const state = positionWith('w', 'd2 Kg1', 'Kb8', 78);
    expect(play(state, 'g1h2').quiet).toBe(79);
    expect(play(state, 'd2e3').quiet).toBe(0);
    expect(play(positionWith('w', 'Kg1', 'f2 h8', 78), 'g1e3').quiet).toBe(0);
  });

  it('loses rather than draws when the last quiet move leaves no move', () => {
    const next = play(positionWith('w', 'Ke5 g7', 'h8', 79), 'e5f6');
    expect(next.quiet).toBe(80);
    expect(game.outcome(next)).toMatchObject({ winner: 0, reason: 'no_moves' });
  });
});

describe('moves in agents’ notations', () => {
  it.each([
    ['c3d4'],
    ['c3-d4'],
    ['C3 d4'],
    [' c3 → d4 '],
    [{ move: 'c3xd4' }],
    [{ from: 'c3', to: 'd4' }],
    [{ type: 'move', move: { from: 'c3', path: ['d4'] } }],
    [['c3', 'd4']],
    [{ notation: 'c3d4' }],
  ])('accepts %j', (sent) => {
    expect(game.move.parse(sent)).toBe('c3d4');
  });

  it.each([['11-15'], ['c3'], [''], ['c9d4'], [5], [null], [{ from: 'c3' }], [{ to: 'd4' }], [['c3', 4]]])(
    'rejects %j and says what to write',
    (sent) => {
      expect(game.move.safeParse(sent).error?.issues[0]?.message).toMatch(/^Write a move as squares/);
    },
  );

  it('accepts a capture by its end squares when it is unique, and refuses it when ambiguous', () => {
    expect(play(positionWith('w', 'c3 g3', 'd4 d6'), 'c3xc7').last).toEqual({ notation: 'c3e5c7', taken: 'bb' });
    const two = positionWith('w', 'c3', 'b4 d4 b6 d6');
    expect(game.legalMoves(two, 0)).toEqual(['c3a5c7', 'c3e5c7']);
    expect(refusal(two, 'c3c7')).toEqual({
      ok: false,
      reason: 'c3c7 could be c3a5c7 or c3e5c7: name every square on which it lands.',
      nearest: ['c3a5c7', 'c3e5c7'],
    });
  });
});

describe('refusals', () => {
  const capture = positionWith('w', 'c3 g3 a1', 'd4 d6');
  it.each([
    ['c4d5', 'c4 is a light square; pieces move on dark squares only.', opening],
    ['d4e5', 'd4 is empty.', opening],
    ['b6a5', "The man on b6 is black, and it is white's turn.", opening],
    ['b2c3', 'c3 is occupied.', opening],
    ['c3e5', 'There is nothing on d4 to jump over.', opening],
    ['a3d6', /^The man on a3 cannot go from a3 to d6: it steps to a neighbouring square/, opening],
    ['a1c3', "The piece on b2 is white's own; only enemies are taken.", play(opening, 'c3d4', 'b6a5')],
    ['d4c3', 'The man on d4 may move only forwards.', play(opening, 'c3d4', 'b6a5')],
    ['g3h4', 'A capture must be taken: c3e5c7.', capture],
    ['a1b2', 'A capture must be taken: c3e5c7.', capture],
    ['c3e5', 'The capture continues: c3e5c7.', capture],
  ])('of %s: %s', (sent, reason, state) => {
    expect(refusal(state, sent).reason).toMatch(reason);
  });

  it('of a non-capture lists the forced captures, up to the limit', () => {
    const many = positionWith('w', 'Kb2 f2 h4', 'c3 e3 c5 e5 g5 c7 e7 g3');
    const captures = game.legalMoves(many, 0);
    expect(captures.length).toBeGreaterThan(4);
    expect(refusal(many, 'b2a3').reason).toBe(`A capture must be taken: ${captures.slice(0, 4).join(', ')}, ….`);
    expect(refusal(many, 'b2a3').nearest).toEqual(captures.filter((move) => move.startsWith('b2')).slice(0, 12));
  });

  it('lists the nearest moves: of the same piece, else to the same square, else any', () => {
    expect(refusal(opening, 'c3c4').nearest).toEqual(['c3b4', 'c3d4']);
    expect(refusal(opening, 'b2d4').nearest).toEqual(['c3d4', 'e3d4']);
    expect(refusal(opening, 'b2a1').nearest).toEqual(game.legalMoves(opening, 0));
    expect(refusal(capture, 'g3h4').nearest).toEqual(['c3e5c7']);
  });
});

describe('state string', () => {
  it('matches game-tools.md, followed by the counters in a match', () => {
    expect(encodeBoard(opening)).toBe('.b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w. w');
    expect(encode(opening)).toBe(`${encodeBoard(opening)} 0 0 -`);
    const state = play(opening, 'c3d4', 'f6e5', 'd4f6');
    expect(encode(state)).toBe(`${encodeBoard(state)} 0 3 d4f6:b`);
    expect(decode(encode(state))).toEqual(state);
    expect(decode(encodeBoard(state))).toEqual({ ...state, quiet: 0, ply: 1, last: null });
    expect(game.statelessAdapter?.encode(state)).toBe(encodeBoard(state));
    expect(() => game.statelessAdapter?.decode(encode(state))).toThrow(/Not a checkers state/);
  });

  it.each([
    ['.b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w. x', /Not a checkers state/],
    ['.b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w w', /Not a checkers state/],
    ['b......./......../......../......../......../......../......../w....... w', /dark squares only/],
    ['.w....../......../......../......../......../......../b......./........ w', /dark squares only/],
    ['.w....../......../......../......../......../......../.b....../........ w', /on b8 would have been crowned/],
    ['.b.b.b.b/b.b.b.b./.b.b.b.b/..b...../......../......../......../w....... w', /black has 13 pieces/],
    ['......../......../......../......../......../......../......../w....... w', /black has no piece and yet/],
    ['.b....../......../......../......../......../......../......../w....... w 3 2 -', /3 of 2 moves/],
    ['.b....../......../......../......../......../......../......../w....... w 0 3 -', /not w's turn/],
    ['.b....../......../......../......../......../......../......../w....... w 0 2 a1b2', /last move/],
    ['.b....../......../......../......../......../......../......../w....... w 1.5 2 -', /count of moves/],
    ['.b....../......../......../......../......../......../......../w....... w 0 2', /Not a checkers state/],
  ])('refuses %s', (text, reason) => {
    expect(() => decode(text)).toThrow(reason);
  });
});

describe('the stateless adapter', () => {
  const state = positionWith('b', 'c5 e3', 'b6');

  it('lists captures and simple moves, marks forced ones, and offers only these to the opponent', () => {
    expect(game.statelessAdapter?.legal?.answer(state)).toEqual({
      type: 'legal_moves',
      gameType: 'checkers',
      moves: ['b6a5', 'b6d4f2'],
      forcedCaptures: ['b6d4f2'],
      mustCapture: true,
    });
    expect(game.statelessAdapter?.choose?.answer(state)).toMatchObject({ moves: ['b6d4f2'] });
  });

  it('reports the winner and no moves after the end', () => {
    const over = positionWith('b', 'f6 g7', 'h8');
    expect(game.statelessAdapter?.snapshot(over, 'begin')).toEqual({ status: 'game_over', turn: 'b', winner: 'white' });
    expect(game.statelessAdapter?.legal?.answer(over)).toMatchObject({
      moves: [],
      forcedCaptures: [],
      mustCapture: false,
    });
    expect(game.statelessAdapter?.choose?.answer(over)).toMatchObject({ moves: [] });
  });
});

describe('random games', () => {
  /** Plays one game at random and shows every move. */
  function playOut(check: (before: CheckersState, move: string, after: CheckersState) => void): void {
    let state = opening;
    while (game.outcome(state) === null) {
      const move = rng.pick(game.legalMoves(state, state.turn === 'w' ? 0 : 1));
      const next = play(state, move);
      check(state, move, next);
      state = next;
    }
  }

  it('capture exactly the jumped pieces and move no man backwards', () => {
    let plies = 0;
    for (let games = 0; games < 400; games++) {
      playOut((before, move, after) => {
        plies++;
        const [own, rival] = before.turn === 'w' ? [/[wW]/g, /[bB]/g] : [/[bB]/g, /[wW]/g];
        const jumps = rulesOf(before).mustCapture ? move.length / 2 - 1 : 0;
        const isKept =
          count(after.rows, own) === count(before.rows, own) &&
          count(after.rows, rival) === count(before.rows, rival) - jumps &&
          after.last?.taken.length === jumps;
        const piece = pieceLetterAt(before.rows, move.slice(0, 2));
        const up = Number(move[3]) - Number(move[1]);
        const isBack = (piece === 'w' && up < 0) || (piece === 'b' && up > 0);
        const isQuiet = jumps === 0 && 'WB'.includes(piece);
        if (!isKept || isBack || after.quiet !== (isQuiet ? before.quiet + 1 : 0))
          expect.fail(`${encode(before)} ${move} ${encode(after)}`);
      });
    }
    expect(plies).toBeGreaterThan(16_000);
  }, 60_000);

  it('agree with an independent move generator on moves and boards', () => {
    let compared = 0;
    for (let games = 0; games < 150; games++) {
      playOut((before, move, after) => {
        const { captures, simple } = naiveMoves(naiveGrid(before.rows), before.turn);
        const naive = captures.length > 0 ? captures : simple;
        const { playable, mustCapture } = rulesOf(before);
        expect(mustCapture).toBe(captures.length > 0);
        expect(playable.map(({ notation }) => notation).sort()).toEqual(naive.map(naiveText).sort());
        const same = naive.find((one) => naiveText(one) === move);
        expect(same && naiveRows(same.grid)).toBe(after.rows);
        compared++;
      });
    }
    expect(compared).toBeGreaterThan(5_000);
  }, 60_000);
});

describe('the engine', () => {
  it('reads back the moves it writes', () => {
    const buffer = new Int32Array(128);
    const board = boardOf(positionWith('b', 'c5 e3', 'b6'));
    expect(board.moves(buffer, 0)).toBe(1);
    expect(moveText(buffer[0] as number)).toBe('b6d4f2');
  });
});
