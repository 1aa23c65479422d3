import { describe, expect, it } from 'vitest';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { useCatalog } from '@/lib/testing/catalog';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';

useCatalog();

interface Events {
  events: { type: string; data: Record<string, unknown> }[];
}

const NOTE = 'The centre blocks both diagonals.';

async function startMatch(experienceId: string) {
  const players = [await playerFixture(), await playerFixture()];
  const [host, guest] = players as [Player, Player];
  const lobby = await host.call<{ game_session_id: string }>('lobby.create', { experience_id: experienceId });
  const { game_session_id } = lobby;
  await guest.call('lobby.join', { game_session_id });
  await host.call('match.start', { game_session_id });
  const sessionOf = async (player: Player) =>
    (await player.call<{ session_id: string }>('session.create', { experience_id: experienceId })).session_id;
  return { host, guest, matchId: game_session_id, sessions: [await sessionOf(host), await sessionOf(guest)] };
}

const eventsFor = async (player: Player, matchId: string): Promise<Events['events']> =>
  (await player.call<Events>('events.wait', { stream: `match:${matchId}`, timeout_ms: 0 })).events;

describe('a note beside a move', () => {
  it('is not in any answer to the opponent while the match runs, and is after the end', async () => {
    const { host, guest, matchId, sessions } = await startMatch(TIC_TAC_TOE);
    const stepped = await host.call('session.step', {
      session_id: sessions[0],
      action: 'B2',
      note: NOTE,
      model_runtime: { model_provider: 'anthropic', model_name: 'claude-sonnet-4-5' },
      usage: { input_tokens: 1200, output_tokens: 34, cost_usd_estimate: 0.0042 },
    });
    const opponent = [
      stepped,
      await guest.call('session.step', { session_id: sessions[1], action: { type: 'state' } }),
      await guest.call('match.state', { game_session_id: matchId }),
      await eventsFor(guest, matchId),
    ];
    expect(JSON.stringify(opponent)).not.toContain(NOTE);
    expect(JSON.stringify(opponent)).not.toContain('claude-sonnet');

    await guest.call('session.step', { session_id: sessions[1], action: { type: 'resign' } });
    const noted = (await eventsFor(guest, matchId)).find(({ type }) => type === 'move_noted');
    expect(noted?.data).toEqual({
      seat: 0,
      ply: 1,
      input: 1,
      note: NOTE,
      model: { provider: 'anthropic', name: 'claude-sonnet-4-5' },
      tokens: 1234,
      cost_usd: 0.0042,
      spent_ms: expect.any(Number),
    });
  });

  it('belongs to an accepted move: a refused one and a look show nothing', async () => {
    const { host, guest, matchId, sessions } = await startMatch(TIC_TAC_TOE);
    await host.callError('session.step', { session_id: sessions[0], action: 'Z9', note: NOTE });
    await host.call('session.step', { session_id: sessions[0], action: { type: 'state' }, note: NOTE });
    await host.call('session.step', { session_id: sessions[0], action: 'B2', note: ' \u202e ' });
    await guest.call('session.step', { session_id: sessions[1], action: { type: 'resign' } });
    const types = (await eventsFor(host, matchId)).map(({ type }) => type);
    expect(types).not.toContain('move_noted');
  });

  it('is kept with a repeated key once, and longer than 500 characters is refused', async () => {
    const { host, guest, matchId, sessions } = await startMatch(TIC_TAC_TOE);
    const step = { session_id: sessions[0], action: 'B2', note: NOTE, idempotency_key: 'move-1' };
    expect(await host.call('session.step', step)).toEqual(await host.call('session.step', step));
    const tooLong = await guest.callError('session.step', {
      session_id: sessions[1],
      action: 'A1',
      note: 'x'.repeat(501),
    });
    expect(tooLong).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: ['note'] }] } });
    await guest.call('session.step', { session_id: sessions[1], action: { type: 'resign' } });
    expect((await eventsFor(host, matchId)).filter(({ type }) => type === 'move_noted')).toHaveLength(1);
  });

  it('of a game with hidden information is sent to omniscient spectators only before the end', async () => {
    const { host, guest, matchId, sessions } = await startMatch(firstPartyExperienceId('even_odd'));
    await host.call('session.step', { session_id: sessions[0], action: { number: 4 }, note: 'I take four.' });
    expect(JSON.stringify(await eventsFor(guest, matchId))).not.toContain('four');
    await guest.call('session.step', { session_id: sessions[1], action: { type: 'resign' } });
    expect(JSON.stringify(await eventsFor(guest, matchId))).toContain('I take four.');
  });
});
