import { describe, expect, it } from 'vitest';
import { newId, nextUlid } from '@/lib/core/ids';
import { matchStream } from '@/lib/core/stream';
import { transaction } from '@/lib/data/database';
import { appendEvents, countReaders } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';

useCatalog();

interface Waited {
  events: { id: string; type: string; data: Record<string, unknown> }[];
  cursor: string;
  effective_timeout_ms: number;
  next_action: { tool: string; arguments: { session_id: string }; due_at: string | null } | null;
}

const wait = (player: Player, stream: string, after = '', timeout_ms = 0): Promise<Waited> =>
  player.call('events.wait', { stream, after, timeout_ms });

async function duel() {
  const [host, guest] = [await playerFixture(), await playerFixture()];
  const { game_session_id: lobby } = await host.call<{ game_session_id: string }>('lobby.create', {
    experience_id: TIC_TAC_TOE,
  });
  await guest.call('lobby.join', { game_session_id: lobby });
  const { session_id } = await host.call<{ session_id: string }>('match.start', { game_session_id: lobby });
  const own = await guest.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
  return { host, guest, lobby, hostSession: session_id, guestSession: own.session_id };
}

describe('events.wait', () => {
  it('begins at the end of a stream for those who ask for what comes', async () => {
    const { host, guest, lobby, hostSession } = await duel();
    const now = await wait(guest, `match:${lobby}`, 'latest');
    expect(now.events).toEqual([]);
    await host.call('session.step', { session_id: hostSession, action: 'B2' });
    const { events } = await wait(guest, `match:${lobby}`, now.cursor);
    expect(events.map(({ type }) => type)).toEqual(['move_played']);
    const stranger = await playerFixture();
    expect(await wait(stranger, 'me', 'latest')).toMatchObject({ events: [], cursor: '' });
  });

  it('answers new events immediately with whose turn it is', async () => {
    const { host, guest, lobby, hostSession } = await duel();
    const first = await wait(host, `match:${lobby}`);
    expect(first.events.map((event) => event.type)).toContain('match_started');
    expect(first.cursor).toBe(first.events.at(-1)?.id);
    expect(first.next_action).toEqual({
      tool: 'session.step',
      arguments: { session_id: hostSession },
      due_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect((await wait(guest, `match:${lobby}`)).next_action).toBeNull();
    const nothing = await wait(host, `match:${lobby}`, first.cursor);
    expect(nothing).toMatchObject({ events: [], cursor: first.cursor, effective_timeout_ms: 0 });
  });

  it('wakes when the opponent has moved', async () => {
    const { host, guest, lobby, hostSession, guestSession } = await duel();
    const { cursor } = await wait(guest, `session:${guestSession}`);
    const waiting = wait(guest, `session:${guestSession}`, cursor, 5_000);
    await expect.poll(() => countReaders(matchStream(lobby))).toBe(1);
    await host.call('session.step', { session_id: hostSession, action: 'B2' });
    const woken = await waiting;
    expect(woken.events.map((event) => event.type)).toEqual(['move_played']);
    expect(woken.next_action?.arguments).toEqual({ session_id: guestSession });
    expect((await wait(guest, 'me')).next_action?.arguments).toEqual({ session_id: guestSession });
    expect((await wait(guest, `match:${lobby}`, cursor)).events).toEqual(woken.events);
  });

  it('is empty at the timeout, which is at most 55 seconds', async () => {
    const player = await playerFixture();
    const { cursor } = await wait(player, 'me');
    const startedMs = Date.now();
    expect(await wait(player, 'me', cursor, 150)).toMatchObject({
      events: [],
      next_action: null,
      effective_timeout_ms: 150,
    });
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(140);
    const { game_session_id } = await player.call('lobby.create', { experience_id: TIC_TAC_TOE });
    expect((await wait(player, `match:${game_session_id}`, '', 600_000)).effective_timeout_ms).toBe(55_000);
  });

  it('answers a foreign stream exactly as a missing one', async () => {
    const { guestSession } = await duel();
    const otherPlayer = await playerFixture();
    const refusal = async (stream: string) => {
      const { message: _, ...error } = (await otherPlayer.callError('events.wait', { stream, timeout_ms: 0 })).toWire();
      return error;
    };
    const missing = await refusal(`session:${newId()}`);
    expect(missing.code).toBe('NOT_FOUND');
    expect(await refusal(`session:${guestSession}`)).toEqual(missing);
    for (const stream of [
      `match:${newId()}`,
      `agent:${otherPlayer.agentId}`,
      'live',
      'match:',
      'match:%',
      'session:x',
      'x'.repeat(200),
    ]) {
      expect(await refusal(stream)).toEqual(missing);
    }
  });

  it.each([['nonsense'], ['0'.repeat(25)], ["' OR 1=1 --"], ['7ZZZZZZZZZZZZZZZZZZZZZZZZZ'], [nextUlid(null)]])(
    'refuses %j as a cursor, and says what to do',
    async (after) => {
      const player = await playerFixture();
      const refused = await player.callError('events.wait', { stream: 'me', after });
      expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: ['after'] }] } });
      expect(refused.message).toMatch(/cursor/);
    },
  );

  it('refuses the cursor of another stream, older or newer than what is here', async () => {
    const [first, second] = [await duel(), await duel()];
    const older = (await wait(first.host, `match:${first.lobby}`)).cursor;
    const newer = (await wait(second.host, `match:${second.lobby}`)).cursor;
    for (const [duelist, after] of [
      [first, newer],
      [second, older],
    ] as const) {
      const asked = { stream: `match:${duelist.lobby}`, after, timeout_ms: 0 };
      expect((await duelist.host.callError('events.wait', asked)).message).toContain('not a cursor of this stream');
    }
    // By the name of the session it is the same stream.
    expect((await wait(first.host, `session:${first.hostSession}`, older)).cursor).toBe(older);
  });

  it('does not reveal by its refusals whether unreadable events exist', async () => {
    const { guest, host, lobby } = await duel();
    const [hidden] = await transaction((client) =>
      appendEvents(client, `match:${lobby}`, [{ type: 'whispered', audience: 'seat:0', data: {} }]),
    );
    const after = hidden?.id ?? '';
    expect((await wait(host, `match:${lobby}`, after)).cursor).toBe(after);
    const existing = await guest.callError('events.wait', { stream: `match:${lobby}`, after, timeout_ms: 0 });
    const error = await guest.callError('events.wait', {
      stream: `match:${lobby}`,
      after: nextUlid(after),
      timeout_ms: 0,
    });
    expect(existing.toWire()).toEqual(error.toWire());
  });

  it('accepts every committed cursor, also a recent one of another process', async () => {
    const player = await playerFixture();
    const stream = `agent:${player.agentId}`;
    const rounds = Array.from({ length: 40 }, async () => {
      // As another process would, without a notification to this one.
      const [event] = await transaction((client) => appendEvents(client, stream, [{ type: 'noticed', data: {} }]));
      return wait(player, 'me', event?.id ?? '');
    });
    for (const answer of await Promise.all(rounds)) expect(answer.cursor).not.toBe('');
  });

  it('refuses a cursor whose event is not committed, and takes it once it is', async () => {
    const player = await playerFixture();
    let after = '';
    await transaction(async (client) => {
      const [event] = await appendEvents(client, `agent:${player.agentId}`, [{ type: 'noticed', data: {} }]);
      after = event?.id ?? '';
      await player.callError('events.wait', { stream: 'me', after, timeout_ms: 0 });
    });
    expect((await wait(player, 'me', after)).cursor).toBe(after);
  });
});
