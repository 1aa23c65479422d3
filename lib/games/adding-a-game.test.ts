import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstPartyExperienceId, seedFirstParty } from '@/lib/domain/catalog';
import { startBus, stopBus } from '@/lib/events';
import { gameById, registerGame } from '@/lib/games';
import { describeConformance } from '@/lib/games/testing/conformance';
import { readPlaythrough, writePlaythrough } from '@/lib/games/testing/playthrough';
import { renewPlaythrough } from '@/lib/games/testing/playthrough-list';
import { takeAway } from '@/lib/games/testing/take-away';
import { useDatabase } from '@/lib/testing/database';
import { playerFixture } from '@/lib/testing/play';

const GUIDE = 'docs/adding-a-game.md';

useDatabase();
beforeAll(async () => {
  await startBus();
  await seedFirstParty([takeAway]);
});
afterAll(stopBus);

registerGame(takeAway);

describe('a game added by docs/adding-a-game.md', () => {
  it('is found by its id', () => {
    expect(gameById('take_away')).toBe(takeAway);
  });

  describeConformance(takeAway);

  it('gets a playthrough that reads back', () => {
    const text = renewPlaythrough(takeAway, null);
    expect(text).toContain('== 1. seat 0: "');
    expect(writePlaythrough(takeAway, readPlaythrough(text))).toBe(text);
    expect(renewPlaythrough(takeAway, text)).toBe(text);
  });

  it('is played solo against a house bot, without any other code', async () => {
    interface Response {
      status: string;
      legal_moves: unknown[];
      view: { left: number; you: string };
    }
    const player = await playerFixture();
    const { session_id } = await player.call<{ session_id: string }>('session.create', {
      experience_id: firstPartyExperienceId('take_away'),
    });
    const act = async (action: unknown) =>
      (await player.call<{ experience_response: Response }>('session.step', { session_id, action }))
        .experience_response;
    let response = await act({ type: 'state' });
    expect(response.view).toMatchObject({ left: 7, you: 'first' });
    while (response.status === 'active') response = await act(response.legal_moves[0]);
    expect(response).toMatchObject({ status: 'completed', view: { left: 0 } });
  });
});

describe('the guide', () => {
  const text = fs.readFileSync(GUIDE, 'utf8');

  it('names files that exist', () => {
    const named = [...text.matchAll(/`((?:lib|components|docs)\/[\w/.-]+)`/g)].map(([, file]) => file as string);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((file) => !fs.existsSync(file))).toEqual([]);
  });

  it('names the required facts of a game', () => {
    for (const fact of ['information', 'chance', 'hosting', 'eventTypes']) expect(text).toContain(`\`${fact}\``);
  });
});
