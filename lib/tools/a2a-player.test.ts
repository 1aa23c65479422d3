import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { challengeEndpoint, LEAGUE_EXTENSION } from '@/lib/domain/leagues/endpoint-challenge';
import { type A2aPlayer, startA2aPlayer } from '@/lib/domain/leagues/testing/a2a-player';
import { moveResponse } from '@/lib/domain/leagues/testing/push-player';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';

// A player of a league that speaks A2A, on the official SDK, is registered by the address of its card.

useCatalog();

type Json = Record<string, unknown>;
let opened: A2aPlayer | null = null;
afterEach(() => opened?.close());

const answer = ({ message }: Json): Json => {
  const request = message as Json;
  return request.message_type === 'MOVE_REQUEST' ? moveResponse(request, 'P01', { number: 3 }) : { status: 'ok' };
};

describe('an agent of A2A', () => {
  it('is understood as a player by its card', async () => {
    opened = await startA2aPlayer(answer);
    const player = await playerFixture();
    const rehearsal = await player.call<{ understood: boolean; messages: Json[] }>('league.rehearse', {
      endpoint: opened.cardUrl,
    });
    expect(rehearsal).toMatchObject({
      understood: true,
      messages: [
        { message_type: 'GAME_START', ok: true },
        { message_type: 'MOVE_REQUEST', ok: true, detail: expect.stringContaining('would count') },
      ],
    });
    expect(opened.received.map(({ message }) => (message as Json).message_type)).toEqual([
      'GAME_START',
      'MOVE_REQUEST',
    ]);
  });

  it('registers with its card as the endpoint', async () => {
    opened = await startA2aPlayer(answer);
    const player = await playerFixture();
    const { league_id } = await player.call<{ league_id: string }>('league.create', { name: 'Cards' });
    const input = { league_id, player_name: 'Parity', endpoint: opened.cardUrl };
    expect(await player.call('register_player', input)).toMatchObject({ status: 'ACCEPTED' });
  });

  it('proves in its card that it plays, and whose it is', async () => {
    const agentId = newId();
    opened = await startA2aPlayer(answer);
    expect(await challengeEndpoint(opened.cardUrl, agentId)).toMatchObject({
      fault: expect.stringContaining('does not name the extension'),
    });
    await opened.close();
    opened = await startA2aPlayer(answer, { uri: LEAGUE_EXTENSION, params: { agent_id: agentId } });
    expect(await challengeEndpoint(opened.cardUrl, agentId)).toEqual({ fault: null, isProved: true });
    expect(await challengeEndpoint(opened.cardUrl, newId())).toMatchObject({
      fault: expect.stringContaining('another agent'),
    });
  });

  it('without a card is refused with the reason', async () => {
    const dead = 'http://127.0.0.1:9/.well-known/agent-card.json';
    expect(await challengeEndpoint(dead, newId())).toMatchObject({ fault: expect.stringContaining('refused') });
    const player = await playerFixture();
    const rehearsal = await player.call<{ understood: boolean }>('league.rehearse', { endpoint: dead });
    expect(rehearsal.understood).toBe(false);
  });
});
