import { afterAll, describe, expect, it } from 'vitest';
import { whileRunning } from '@/lib/core/game';
import { gameById } from '@/lib/games';
import { chooseHere } from '@/lib/games/bot-choice';
import { chooseBotMove, stopBots } from '@/lib/games/bots';
import { chess } from '@/lib/games/chess';

const state = chess.decode('startpos moves e2e4 e7e5 g1f3');
const request = {
  gameId: 'chess',
  view: chess.view(state, whileRunning(1)),
  legalMoves: chess.legalMoves(state, 1),
  seat: 1,
  seed: 'c0ffee',
} as const;

afterAll(() => stopBots());

describe('chooseBotMove', () => {
  it('chooses the same move in another thread', async () => {
    for (const strength of ['easy', 'medium'] as const) {
      expect(await chooseBotMove({ ...request, strength })).toBe(chooseHere({ ...request, strength }));
    }
  });

  it('does not block the event loop while a bot searches', async () => {
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    const started = performance.now();
    const move = await chooseBotMove({ ...request, strength: 'strong' });
    const tookMs = performance.now() - started;
    clearInterval(ticking);
    expect(request.legalMoves).toContain(move);
    expect(ticks).toBeGreaterThan(tookMs / 5 / 20);
  });

  it('serves more concurrent requests than it has threads', async () => {
    const moves = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        chooseBotMove({ ...request, strength: 'medium', seed: `0${index % 10}` }),
      ),
    );
    for (const move of moves) expect(request.legalMoves).toContain(move);
  });

  it('fails only the invalid request', async () => {
    const broken = { ...request, strength: 'strong', view: null } as const;
    await expect(chooseBotMove(broken)).rejects.toThrow(/\w/);
    await expect(chooseBotMove({ ...request, legalMoves: [], strength: 'easy' })).rejects.toThrow(/no legal move/);
    expect(request.legalMoves).toContain(await chooseBotMove({ ...request, strength: 'easy' }));
  });

  it('rejects running requests when its threads are stopped, and starts new threads later', async () => {
    const thinking = chooseBotMove({ ...request, strength: 'strong' });
    const refused = expect(thinking).rejects.toThrow(/ended|stopped/);
    await stopBots();
    await refused;
    expect(request.legalMoves).toContain(await chooseBotMove({ ...request, strength: 'easy' }));
  });

  it('chooses on the calling thread for instant bots', async () => {
    const game = gameById('tic_tac_toe');
    const first = game?.decode('G:.../.../...|T:player|ST:in_progress|LA:-|W:-|P:X|O:O');
    const cheap = {
      gameId: 'tic_tac_toe',
      view: game?.view(first, whileRunning(0)),
      legalMoves: game?.legalMoves(first, 0) ?? [],
      seat: 0,
      strength: 'strong',
      seed: '00',
    } as const;
    expect(cheap.legalMoves).toContain(await chooseBotMove(cheap));
  });

  it('rejects a game without a house bot', async () => {
    await expect(chooseBotMove({ ...request, gameId: 'no_such_game', strength: 'easy' })).rejects.toThrow(
      /no house bot/,
    );
  });
});
