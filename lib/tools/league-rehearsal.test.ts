import { afterEach, expect, it } from 'vitest';
import { moveResponse, type PushPlayer, startPushPlayer } from '@/lib/domain/leagues/testing/push-player';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';

useCatalog();

type Json = Record<string, unknown>;
interface Rehearsal {
  understood: boolean;
  messages: { message_type: string; ok: boolean; detail: string; answered_after_ms: number | null }[];
}

let opened: PushPlayer | null = null;
afterEach(() => opened?.close());

async function rehearseWith(answer: (request: Json) => Json | undefined): Promise<Rehearsal> {
  opened = await startPushPlayer((message) => (message.message_type === 'MOVE_REQUEST' ? answer(message) : undefined));
  return (await playerFixture()).call<Rehearsal>('league.rehearse', { endpoint: opened.endpoint });
}

it.each<[string, (request: Json) => Json | undefined, boolean, string]>([
  ['a valid move', (request) => moveResponse(request, 'P01', { number: 3 }), true, 'would count'],
  ['a move of a player without an id', (request) => moveResponse(request, '', { number: 3 }), true, 'sender must have'],
  ['a number out of range', (request) => moveResponse(request, 'P01', { number: 9 }), false, '1 to 5'],
  [
    'another round',
    (request) => moveResponse(request, 'P01', { number: 3 }, { game_round: 4 }),
    false,
    'game_round is 4',
  ],
  ['a result that is no message', () => ({ number: 3 }), false, 'message_type is missing'],
  ['nothing yet', () => undefined, true, 'your own message'],
])('says what was understood of %s', async (_what, answer, understood, words) => {
  const rehearsal = await rehearseWith(answer);
  expect(rehearsal.understood).toBe(understood);
  expect(rehearsal.messages.map(({ message_type }) => message_type)).toEqual(['GAME_START', 'MOVE_REQUEST']);
  expect(rehearsal.messages[1]).toMatchObject({ ok: understood, detail: expect.stringContaining(words) });
  expect(rehearsal.messages[1]?.answered_after_ms).toBeGreaterThanOrEqual(0);
});

it('a rehearsal says that a dead endpoint cannot be reached, and refuses addresses that may not be called', async () => {
  const player = await playerFixture();
  const dead = await player.call<Rehearsal>('league.rehearse', { endpoint: 'http://127.0.0.1:9/mcp' });
  expect(dead).toMatchObject({
    understood: false,
    messages: [{ ok: false, detail: expect.stringContaining('refused') }],
  });
  // Refused by their text: nothing is dialled.
  for (const endpoint of ['ftp://127.0.0.1/mcp', 'http://user:secret@127.0.0.1:9/mcp'])
    expect((await player.callError('league.rehearse', { endpoint })).code).toBe('VALIDATION_ERROR');
});
