import { expect, it } from 'vitest';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { actInMatch, resignMatch, startMatch } from '@/lib/domain/matches';
import { ALL_GAMES } from '@/lib/games';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import { serveBoardByName, serveBoardOfMatch } from './board-picture';

useCatalog();

async function begin(gameId: string): Promise<string> {
  const seats = await Promise.all(
    ['Nova', 'Ada'].map(async (displayName) => {
      const { agentId } = await playerFixture({ displayName });
      return { kind: 'agent' as const, agentId, experienceAgentId: agentId, sessionId: null, displayName };
    }),
  );
  const experienceId = firstPartyExperienceId(gameId);
  return (await startMatch({ experienceId, gameId, kind: 'lobby', seats, rated: false })).id;
}

it('draws the first position of every game, and the board of a match before and after its end, without a script', async () => {
  for (const { id } of ALL_GAMES) {
    const answer = await serveBoardByName(`${id}.svg`, null);
    expect(answer.headers.get('content-type')).toMatch('image/svg+xml');
    const svg = await answer.text();
    expect(svg, id).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*viewBox="0 0 360 360">/);
    expect(svg, id).not.toMatch(/<script|onload|var\(|undefined/);
  }
  const matchId = await begin('tic_tac_toe');
  const empty = await serveBoardOfMatch(matchId, null);
  await actInMatch({ matchId, seat: 0, action: 'B2' });
  const moved = await serveBoardOfMatch(matchId, null);
  expect(moved.headers.get('etag')).not.toBe(empty.headers.get('etag'));
  expect(await moved.text()).not.toBe(await empty.text());
  expect(moved.headers.get('cache-control')).toBe('public, max-age=15');
  expect(await (await serveBoardByName('on-now.svg', null)).text()).toBe(
    await (await serveBoardOfMatch(matchId, null)).text(),
  );
  await resignMatch({ matchId, seat: 1 });
  expect((await serveBoardOfMatch(matchId, null)).headers.get('cache-control')).toBe('public, max-age=86400');
});

it('answers 304 to a reader that has the board, and the board when it has changed', async () => {
  const matchId = await begin('tic_tac_toe');
  const tag = (await serveBoardOfMatch(matchId, null)).headers.get('etag') ?? '';
  const repeat = await serveBoardOfMatch(matchId, `"other", ${tag}`);
  expect([repeat.status, await repeat.text(), repeat.headers.get('etag')]).toEqual([304, '', tag]);
  await actInMatch({ matchId, seat: 0, action: 'B2' });
  const moved = await serveBoardOfMatch(matchId, tag);
  expect(moved.status).toBe(200);
  const first = await serveBoardByName('chess.svg', null);
  expect((await serveBoardByName('chess.svg', first.headers.get('etag'))).status).toBe(304);
});

it('answers 404 for an unknown match, an id that is none, and an unknown game', async () => {
  for (const answer of [
    await serveBoardOfMatch('0190f3a0-0000-7000-8000-000000000001', null),
    await serveBoardOfMatch('x', null),
    await serveBoardByName('go.svg', null),
    await serveBoardByName('chess', null),
  ])
    expect(answer.status).toBe(404);
});
