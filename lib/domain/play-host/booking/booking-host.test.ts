import { describe, expect, it } from 'vitest';
import type { BookingResponse, LegalCall } from '@/lib/booking';
import { pool } from '@/lib/data/database';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { useCatalog } from '@/lib/testing/catalog';
import { type Player, playerFixture } from '@/lib/testing/play';

useCatalog();

const experience_id = firstPartyExperienceId('booking');

interface Opened {
  session_id: string;
  experience_response: BookingResponse;
  action_schema: unknown;
  gameplay_instructions: string;
}

async function begin() {
  const player = await playerFixture();
  const opened = await player.call<Opened>('session.create', { experience_id });
  return { player, opened, session_id: opened.session_id };
}

async function step(player: Player, session_id: string, action: unknown, key?: string): Promise<BookingResponse> {
  const { experience_response } = await player.call<Opened>('session.step', { session_id, action }, key);
  return experience_response;
}

/** Takes the last of the legal moves that chooses something, and goes on when that is possible. */
function choose({ legal_moves, view }: BookingResponse): LegalCall {
  const next = legal_moves.find(({ tool }) => tool === 'next');
  const selects = legal_moves.filter(({ tool }) => tool === 'select');
  const quantity = legal_moves.find(({ params }) => params?.quantity === view?.meta?.ticketsNeeded);
  return next ?? selects.at(-1) ?? (quantity as LegalCall);
}

async function walkToConfirm(player: Player, session_id: string, from: BookingResponse): Promise<BookingResponse> {
  let response = from;
  for (let n = 0; n < 20 && response.view?.stage !== 'confirm'; n++) {
    response = await step(player, session_id, choose(response));
  }
  return response;
}

describe('the booking in a session', () => {
  it('is booked by an agent that follows legal_moves, and session.end answers the booking', async () => {
    const { player, opened, session_id } = await begin();
    expect(opened.gameplay_instructions).toContain('seven stages');
    expect(opened.action_schema).toMatchObject({ anyOf: expect.any(Array) });
    expect(opened.experience_response).toMatchObject({ status: 'active', your_turn: true, view: { stage: 'movie' } });
    await walkToConfirm(player, session_id, opened.experience_response);
    const booked = await step(player, session_id, { tool: 'next', reason: 'all is right' });
    expect(booked).toMatchObject({ status: 'completed', your_turn: false, legal_moves: [] });
    const ending = await player.call('session.end', { session_id });
    expect(ending).toMatchObject({ status: 'completed', outcomes: { booking: { reference: expect.any(String) } } });
    const { rows } = await pool().query('SELECT count(*)::int AS n FROM cinema_bookings WHERE holder = $1', [
      `session:${session_id}`,
    ]);
    expect(rows[0].n).toBe(1);
    expect((await pool().query('SELECT 1 FROM cinema_sessions WHERE session_id = $1', [session_id])).rows).toEqual([]);
  });

  it('answers a seat that was taken meanwhile as a step with an error, at the seats again', async () => {
    const [one, other] = [await begin(), await begin()];
    const [first, second] = await Promise.all(
      [one, other].map(({ player, session_id, opened }) =>
        walkToConfirm(player, session_id, opened.experience_response),
      ),
    );
    expect(first?.view?.visibleItems).toEqual(second?.view?.visibleItems);
    await step(one.player, one.session_id, { tool: 'next' });
    const refused = await step(other.player, other.session_id, { tool: 'next' });
    expect(refused).toMatchObject({
      status: 'active',
      view: { stage: 'seat', state: { selectedList: [] } },
      error: { code: 'TOOL_EXECUTION_FAILED', message: expect.stringMatching(/^Seat K\d+ has just been taken/) },
    });
    const again = await walkToConfirm(other.player, other.session_id, refused);
    expect(again.view?.stage).toBe('confirm');
  });

  it('books once when a step with the same idempotency key is repeated', async () => {
    const { player, opened, session_id } = await begin();
    await walkToConfirm(player, session_id, opened.experience_response);
    const answers = await Promise.all([1, 2].map(() => step(player, session_id, { tool: 'next' }, 'book-1')));
    expect(answers[0]).toEqual(answers[1]);
  });

  it('returns the same session with its stage to an agent that comes back, and only looks with type state', async () => {
    const { player, session_id } = await begin();
    await step(player, session_id, { tool: 'select', params: { itemId: 'm3' } });
    await step(player, session_id, { tool: 'next' });
    const again = await player.call<Opened>('session.create', { experience_id });
    expect(again).toMatchObject({ session_id, experience_response: { view: { stage: 'theater' } } });
    expect(await step(player, session_id, { type: 'state' })).toEqual(again.experience_response);
  });

  it('refuses what the engine refuses with its code, and an action of another form; nothing changes', async () => {
    const { player, opened, session_id } = await begin();
    for (const [action, reason] of [
      [{ tool: 'teleport' }, 'UNKNOWN_TOOL'],
      [{ tool: 'next' }, 'INVALID_PARAMS'],
      [{ tool: 'select', params: { itemId: 'm9' } }, 'INVALID_PARAMS'],
    ] as const) {
      const error = await player.callError('session.step', { session_id, action });
      expect(error).toMatchObject({ code: 'EXPERIENCE_ERROR', details: { reason } });
    }
    for (const action of ['m1', { move: 'm1' }, { tool: 7 }]) {
      expect(await player.callError('session.step', { session_id, action })).toMatchObject({
        code: 'EXPERIENCE_ERROR',
      });
    }
    expect(await step(player, session_id, { type: 'state' })).toEqual(opened.experience_response);
  });

  it('takes a first call as initial_action, and has no lobbies', async () => {
    const player = await playerFixture();
    expect(await player.callError('session.create', { experience_id, initial_action: { tool: 'next' } })).toMatchObject(
      { code: 'EXPERIENCE_ERROR' },
    );
    const initial_action = { tool: 'select', params: { itemId: 'm2' } };
    const opened = await player.call<Opened>('session.create', { experience_id, initial_action });
    expect(opened.experience_response.view?.state.selected).toBe('m2');
    await player.call('session.end', { session_id: opened.session_id });
    expect((await player.callError('lobby.create', { experience_id })).code).toBe('EXPERIENCE_ERROR');
  });
});
