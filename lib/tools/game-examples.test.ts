import { describe, expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { TOOLS } from './index';
import { runTool } from './run';

useDatabase();

type Json = Record<string, unknown>;

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const PINNED = '4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1';
const CHECKERS_START = '.b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w. w';
/** A man on b6 that may step to a5 and must jump over c5 and e3. */
const JUMPS = '......../......../.b....../..w...../......../....w.../......../........ b';
/** The cards below the queen of spades, which is drawn next. */
const SHOE =
  '9S,8H,9C,7D,4C,JS,KC,JC,5S,8S,6S,AC,4H,6C,QC,AD,KH,KD,7C,QH,3S,AS,4D,7S,TS,2H,TC,2D,5C,5H,2C,9D,3H,3C,5D,JD,8D,KS,TD,JH,8C,6H,6D,9H,4S,AH,2S';
const HAND = `S:QS,${SHOE}|P:7H,3D@active@0@10|D:TH,QD|BK:1000|B:10|T:player|H:0|ST:in_progress|LA:deal`;
const FOUR_START = 'G:......./......./......./......./......./.......|T:player|ST:in_progress|LA:-|W:-';
const TIC_START = 'G:.../.../...|T:player|ST:in_progress|LA:-|W:-|P:X|O:O';
const MANCALA_START = 'P:4,4,4,4,4,4|O:4,4,4,4,4,4|PS:0|OS:0|T:player|ST:in_progress|LA:-|W:-';
const A_GAME = expect.stringMatching(/^g_[0-9a-f]{24}$/);
const MOVES_POLICY = { mustChooseFromMoves: true, chooseExactlyOne: true };

const seaRow = '[.S]{10}';
const seaBoard = `${seaRow}(?:/${seaRow}){9}`;

/** Every example of game-tools.md: the tool, what is sent, and the whole answer. */
const EXAMPLES: [string, Json, Json][] = [
  [
    'new_chess_game',
    {},
    { type: 'chess_snapshot', gameType: 'chess', gameId: A_GAME, fen: START, status: 'in_progress', turn: 'w' },
  ],
  [
    'new_chess_game',
    { side: 'black' },
    { type: 'chess_snapshot', gameType: 'chess', gameId: A_GAME, fen: START, status: 'in_progress', turn: 'w' },
  ],
  [
    'apply_chess_move',
    { gameId: 'g_123', fen: START, moveUci: 'e2e4' },
    {
      type: 'chess_snapshot',
      gameType: 'chess',
      gameId: 'g_123',
      legal: true,
      fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
      status: 'in_progress',
      turn: 'b',
      lastMove: { uci: 'e2e4', san: 'e4' },
      check: false,
    },
  ],
  [
    'apply_chess_move',
    { gameId: 'g_123', fen: PINNED, moveUci: 'e2c3' },
    {
      type: 'chess_snapshot',
      gameType: 'chess',
      gameId: 'g_123',
      legal: false,
      fen: PINNED,
      error: expect.stringContaining('Illegal move: king would be in check'),
    },
  ],
  ['legal_chess_moves', { fen: '7k/8/8/8/8/8/8/K7 w - - 0 1' }, { type: 'legal_moves', movesUci: [] }],
  [
    'legal_chess_moves',
    { fen: '7k/7p/8/8/8/8/8/K7 w - - 0 1' },
    { type: 'legal_moves', movesUci: expect.arrayContaining(['a1a2', 'a1b1', 'a1b2']) },
  ],
  [
    'choose_chess_opponent_move',
    { fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' },
    {
      type: 'opponent_choice',
      movesUci: expect.arrayContaining(['g8f6', 'd7d5', 'e7e5']),
      policy: { mustChooseFromMovesUci: true, chooseExactlyOne: true },
    },
  ],
  [
    'new_checkers_game',
    {},
    {
      type: 'checkers_snapshot',
      gameType: 'checkers',
      gameId: A_GAME,
      state: CHECKERS_START,
      status: 'in_progress',
      turn: 'w',
    },
  ],
  [
    'apply_checkers_move',
    { gameId: 'g_123', state: CHECKERS_START, move: 'c3d4' },
    {
      type: 'checkers_snapshot',
      gameType: 'checkers',
      gameId: 'g_123',
      legal: true,
      state: '.b.b.b.b/b.b.b.b./.b.b.b.b/......../...w..../w...w.w./.w.w.w.w/w.w.w.w. b',
      status: 'in_progress',
      turn: 'b',
      lastMove: { notation: 'c3d4' },
    },
  ],
  [
    'apply_checkers_move',
    { gameId: 'g_123', state: CHECKERS_START, move: 'c3c4' },
    {
      type: 'checkers_snapshot',
      gameType: 'checkers',
      gameId: 'g_123',
      legal: false,
      state: CHECKERS_START,
      error: expect.stringContaining('Illegal move'),
    },
  ],
  [
    'legal_checkers_moves',
    { state: JUMPS },
    {
      type: 'legal_moves',
      gameType: 'checkers',
      moves: ['b6a5', 'b6d4f2'],
      forcedCaptures: ['b6d4f2'],
      mustCapture: true,
    },
  ],
  [
    'choose_checkers_opponent_move',
    { state: JUMPS },
    { type: 'opponent_choice', gameType: 'checkers', moves: ['b6d4f2'], policy: MOVES_POLICY },
  ],
  [
    'choose_checkers_opponent_move',
    { state: CHECKERS_START },
    {
      type: 'opponent_choice',
      gameType: 'checkers',
      moves: expect.arrayContaining(['c3d4', 'c3b4']),
      policy: MOVES_POLICY,
    },
  ],
  [
    'legal_blackjack_actions',
    { state: HAND },
    { type: 'legal_actions', gameType: 'blackjack', actions: ['hit', 'stand', 'double'], turn: 'player', handIndex: 0 },
  ],
  [
    'apply_blackjack_action',
    { gameId: 'g_123', state: HAND, action: 'hit' },
    {
      type: 'blackjack_snapshot',
      gameType: 'blackjack',
      gameId: 'g_123',
      legal: true,
      state: `S:${SHOE}|P:7H,3D,QS@active@0@10|D:TH,QD|BK:1000|B:10|T:player|H:0|ST:in_progress|LA:hit`,
      status: 'in_progress',
      turn: 'player',
      lastAction: 'hit',
      handIndex: 0,
    },
  ],
  [
    'choose_blackjack_dealer_action',
    { state: HAND },
    {
      type: 'opponent_choice',
      gameType: 'blackjack',
      actions: [],
      policy: {
        mustChooseFromActions: true,
        chooseExactlyOne: true,
        mustNotRevealDealerHoleCardInChat: true,
        dealerHoleCardVisibility: 'hidden_until_dealer_turn_or_game_over',
      },
    },
  ],
  [
    'new_sea_battle_game',
    {},
    {
      type: 'sea_battle_snapshot',
      gameType: 'sea_battle',
      gameId: A_GAME,
      state: expect.stringMatching(new RegExp(`^P:${seaBoard}\\|O:${seaBoard}\\|F:`)),
      status: 'in_progress',
      turn: 'player',
    },
  ],
  [
    'new_slot_game',
    {},
    {
      type: 'slot_snapshot',
      gameType: 'slot',
      state: 'R:-|BK:1000|B:10|P:0|ST:in_progress|LA:-',
      stack: 1000,
      bet: 10,
      reels: [],
      payout: 0,
      status: 'in_progress',
      lastAction: '-',
    },
  ],
  [
    'new_slot_game',
    { stack: 4 },
    {
      type: 'slot_snapshot',
      gameType: 'slot',
      state: 'R:-|BK:4|B:4|P:0|ST:in_progress|LA:-',
      stack: 4,
      bet: 4,
      reels: [],
      payout: 0,
      status: 'in_progress',
      lastAction: '-',
    },
  ],
  [
    'spin_slot',
    { state: 'R:-|BK:1000|B:10|P:0|ST:in_progress|LA:-' },
    {
      type: 'slot_snapshot',
      gameType: 'slot',
      legal: true,
      state: expect.stringMatching(/^R:\w+,\w+,\w+\|BK:\d+\|B:10\|P:\d+\|ST:in_progress\|LA:spin$/),
      stack: expect.any(Number),
      bet: 10,
      reels: [expect.any(String), expect.any(String), expect.any(String)],
      payout: expect.any(Number),
      status: 'in_progress',
      lastAction: 'spin',
    },
  ],
  [
    'new_four_in_a_row_game',
    {},
    {
      type: 'four_in_a_row_snapshot',
      gameType: 'four_in_a_row',
      gameId: A_GAME,
      state: FOUR_START,
      status: 'in_progress',
      turn: 'player',
    },
  ],
  [
    'apply_four_in_a_row_move',
    { gameId: 'g_123', state: FOUR_START, column: 4 },
    {
      type: 'four_in_a_row_snapshot',
      gameType: 'four_in_a_row',
      gameId: 'g_123',
      legal: true,
      state: 'G:......./......./......./......./......./...R...|T:opponent|ST:in_progress|LA:4|W:-',
      status: 'in_progress',
      turn: 'opponent',
      lastAction: '4',
    },
  ],
  [
    'legal_four_in_a_row_moves',
    { state: FOUR_START },
    { type: 'legal_moves', gameType: 'four_in_a_row', moves: [1, 2, 3, 4, 5, 6, 7] },
  ],
  [
    'choose_four_in_a_row_opponent_move',
    { state: FOUR_START },
    { type: 'opponent_choice', gameType: 'four_in_a_row', moves: [1, 2, 3, 4, 5, 6, 7], policy: MOVES_POLICY },
  ],
  [
    'new_tic_tac_toe_game',
    {},
    {
      type: 'tic_tac_toe_snapshot',
      gameType: 'tic_tac_toe',
      gameId: A_GAME,
      state: TIC_START,
      status: 'in_progress',
      turn: 'player',
    },
  ],
  [
    'new_tic_tac_toe_game',
    { side: 'O' },
    {
      type: 'tic_tac_toe_snapshot',
      gameType: 'tic_tac_toe',
      gameId: A_GAME,
      state: 'G:.../.../...|T:opponent|ST:in_progress|LA:-|W:-|P:O|O:X',
      status: 'in_progress',
      turn: 'opponent',
    },
  ],
  [
    'apply_tic_tac_toe_move',
    { gameId: 'g_123', state: TIC_START, coord: 'B2' },
    {
      type: 'tic_tac_toe_snapshot',
      gameType: 'tic_tac_toe',
      gameId: 'g_123',
      legal: true,
      state: 'G:.../.X./...|T:opponent|ST:in_progress|LA:B2|W:-|P:X|O:O',
      status: 'in_progress',
      turn: 'opponent',
      lastAction: 'B2',
    },
  ],
  [
    'legal_tic_tac_toe_moves',
    { state: TIC_START },
    { type: 'legal_moves', gameType: 'tic_tac_toe', moves: ['A1', 'B1', 'C1', 'A2', 'B2', 'C2', 'A3', 'B3', 'C3'] },
  ],
  [
    'choose_tic_tac_toe_opponent_move',
    { state: 'G:XOX/OXO/.X.|T:opponent|ST:in_progress|LA:B3|W:-|P:X|O:O' },
    { type: 'opponent_choice', gameType: 'tic_tac_toe', moves: ['A3', 'C3'], policy: MOVES_POLICY },
  ],
  [
    'roll_rpg_dice',
    { sides: 20, count: 2 },
    {
      type: 'rpg_dice_roll',
      gameType: 'rpg_dice',
      legal: true,
      sides: 20,
      count: 2,
      rolls: [expect.any(Number), expect.any(Number)],
      total: expect.any(Number),
    },
  ],
  [
    'roll_rpg_dice',
    { sides: 7 },
    { type: 'rpg_dice_roll', gameType: 'rpg_dice', legal: false, error: expect.stringContaining('sides') },
  ],
  [
    'roll_rpg_dice',
    { sides: 6, count: 101 },
    { type: 'rpg_dice_roll', gameType: 'rpg_dice', legal: false, error: expect.stringContaining('count') },
  ],
  [
    'new_mancala_game',
    {},
    {
      type: 'mancala_snapshot',
      gameType: 'mancala',
      gameId: A_GAME,
      state: MANCALA_START,
      status: 'in_progress',
      turn: 'player',
    },
  ],
  [
    'apply_mancala_move',
    { gameId: 'g_123', state: MANCALA_START, pit: 6 },
    {
      type: 'mancala_snapshot',
      gameType: 'mancala',
      gameId: 'g_123',
      legal: true,
      state: 'P:4,4,4,4,4,0|O:5,5,5,4,4,4|PS:1|OS:0|T:opponent|ST:in_progress|LA:pit6|W:-',
      status: 'in_progress',
      turn: 'opponent',
      lastAction: 'pit6',
    },
  ],
  [
    'legal_mancala_moves',
    { state: MANCALA_START },
    { type: 'legal_moves', gameType: 'mancala', moves: [1, 2, 3, 4, 5, 6] },
  ],
  [
    'choose_mancala_opponent_move',
    { state: MANCALA_START },
    { type: 'opponent_choice', gameType: 'mancala', moves: [1, 2, 3, 4, 5, 6], policy: MOVES_POLICY },
  ],
];

async function answer(name: string, input: Json): Promise<Json> {
  const { caller } = await agentFixture();
  const call = { transport: 'rest' as const, signal: new AbortController().signal, requestId: 'r' };
  const outcome = await runTool(name, input, caller, call);
  if (!outcome.ok) throw outcome.error;
  return outcome.value as Json;
}

describe('game-tools.md', () => {
  it('specifies exactly the 31 tools that exist', () => {
    const specified = [
      ['chess_game', 'chess_move', 'chess_moves', 'chess_opponent_move'],
      ['checkers_game', 'checkers_move', 'checkers_moves', 'checkers_opponent_move'],
      ['blackjack_game', 'blackjack_action', 'blackjack_actions', 'blackjack_dealer_action'],
      ['sea_battle_game', 'sea_battle_move', 'sea_battle_moves', 'sea_battle_opponent_move'],
      ['four_in_a_row_game', 'four_in_a_row_move', 'four_in_a_row_moves', 'four_in_a_row_opponent_move'],
      ['tic_tac_toe_game', 'tic_tac_toe_move', 'tic_tac_toe_moves', 'tic_tac_toe_opponent_move'],
      ['mancala_game', 'mancala_move', 'mancala_moves', 'mancala_opponent_move'],
    ].flatMap(([begin, apply, legal, choose]) => [
      `new_${begin}`,
      `apply_${apply}`,
      `legal_${legal}`,
      `choose_${choose}`,
    ]);
    const names = TOOLS.filter(({ toolset }) => toolset === 'games').map(({ name }) => name);
    expect([...names].sort()).toEqual([...specified, 'new_slot_game', 'spin_slot', 'roll_rpg_dice'].sort());
    expect(names).toHaveLength(31);
  });

  it.each(EXAMPLES)('%s %j answers as specified', async (name, input, wanted) => {
    expect(await answer(name, input)).toEqual(wanted);
  });

  it('a deal of blackjack without a natural waits for the player', async () => {
    let dealt = await answer('new_blackjack_game', {});
    while (dealt.status === 'game_over') dealt = await answer('new_blackjack_game', {});
    expect(dealt).toEqual({
      type: 'blackjack_snapshot',
      gameType: 'blackjack',
      gameId: A_GAME,
      state: expect.stringMatching(
        /^S:(\w\w,){47}\w\w\|P:\w\w,\w\w@active@0@10\|D:\w\w,\w\w\|BK:1000\|B:10\|T:player\|H:0\|/,
      ),
      status: 'in_progress',
      turn: 'player',
      lastAction: 'deal',
    });
  });

  it('a shot at sea hits or misses what the state shows, and the opponent answers it', async () => {
    const { gameId, state } = await answer('new_sea_battle_game', {});
    const rows = /\|O:([.S/]+)\|/.exec(state as string)?.[1]?.split('/') ?? [];
    for (const [sign, word] of [
      ['S', 'hit'],
      ['.', 'miss'],
    ] as const) {
      const row = rows.findIndex((cells) => cells.includes(sign));
      const coord = `${'ABCDEFGHIJ'[rows[row]?.indexOf(sign) ?? 0]}${row + 1}`;
      const shot = await answer('apply_sea_battle_move', { gameId: 'g_123', state, coord });
      expect(shot).toEqual({
        type: 'sea_battle_snapshot',
        gameType: 'sea_battle',
        gameId: 'g_123',
        legal: true,
        state: expect.stringContaining(`|T:opponent|ST:in_progress|LA:${coord}:${word}|W:-`),
        status: 'in_progress',
        turn: 'opponent',
        lastAction: `${coord}:${word}`,
      });
      const legal = await answer('legal_sea_battle_moves', { state: shot.state });
      expect(legal).toEqual({ type: 'legal_moves', gameType: 'sea_battle', moves: expect.any(Array) });
      expect(legal.moves).toHaveLength(100);
      expect(await answer('choose_sea_battle_opponent_move', { state: shot.state })).toEqual({
        type: 'opponent_choice',
        gameType: 'sea_battle',
        moves: legal.moves,
        policy: MOVES_POLICY,
      });
      const again = await answer('legal_sea_battle_moves', { state: state as string });
      expect(again.moves).toContain(coord);
    }
    expect(gameId).toEqual(A_GAME);
  });
});
