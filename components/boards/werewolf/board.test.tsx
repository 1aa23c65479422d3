import { describe, expect, test } from 'vitest';
import { viewAfter } from '@/components/match/testing/play';
import { countMatches, draw, playOf } from '../testing/draw';

const ready = { type: 'ready' };
const everyoneReady = Array.from({ length: 8 }, () => ready);

describe('the Werewolf board', () => {
  test('draws eight figures with their numbers, and the phase, and no role while all are alive', async () => {
    const drawn = await draw('werewolf', viewAfter('werewolf', everyoneReady));
    for (let seat = 1; seat <= 8; seat++) expect(drawn).toContain(`>${seat}<`);
    expect(drawn).toContain('>Night<');
    expect(drawn).not.toMatch(/Werewolf<|Villager|Seer|Doctor/);
  });

  test('draws a gravestone for the dead with the role, and draws a line for each vote', async () => {
    const view = viewAfter('werewolf', everyoneReady) as { players: object[] };
    const players = view.players.with(2, { ...view.players[2], alive: false, revealedRole: 'SEER', role: 'SEER' });
    const votes = [
      { voterPlayerId: 'p:1', targetPlayerId: 'p:2' },
      { voterPlayerId: 'p:4', targetPlayerId: 'p:2' },
      { voterPlayerId: 'p:5', targetPlayerId: null },
    ];
    const drawn = await draw('werewolf', { ...view, players, votes });
    expect(drawn).toContain('>Seer<');
    expect(countMatches(drawn, /M-19 30/g)).toBe(1);
    expect(countMatches(drawn, /r="5"/g)).toBe(2);
  });

  test('has a button for each target and one to abstain', async () => {
    const legalMoves = [
      { type: 'vote', targetPlayerId: 'p:3' },
      { type: 'vote', targetPlayerId: null },
    ];
    const drawn = await draw('werewolf', viewAfter('werewolf', []), { play: playOf(legalMoves) });
    expect(drawn).toContain('Vote p:3');
    expect(drawn).toContain('Abstain');
  });
});
