import { describe, expect, it } from 'vitest';
import type { BookingState } from '@/lib/booking';
import { pool } from '@/lib/data/database';
import type { RelayStep } from '@/lib/domain/relay';
import { useDatabase } from '@/lib/testing/database';
import { bookingApp } from '.';

useDatabase();

const AT = '2026-11-23T10:00:00.000Z';
const MAX_STATE_BYTES = 65_536;

/** Does the effects of a step as the relay does: state and effect are stored as JSON in between. */
async function completeStep(step: RelayStep<BookingState>, key: string): Promise<RelayStep<BookingState>> {
  let current: RelayStep<BookingState> = JSON.parse(JSON.stringify(step));
  let { fault } = current;
  while (current.effect) {
    const result = await bookingApp.perform?.(current.effect, { key });
    current = bookingApp.completeEffect?.(current.state, JSON.parse(JSON.stringify(result)), AT) ?? current;
    fault ??= current.fault;
  }
  return { state: current.state, ...(fault ? { fault } : {}) };
}

async function act(state: BookingState, toolName: string, params: object = {}, key = 'room-1') {
  return completeStep(bookingApp.userAction(state, { toolName, params }, AT), key);
}

/** Follows toolSchema as an agent would, to the stage of the confirmation. */
async function walkToConfirm(key: string): Promise<BookingState> {
  let state = await bookingApp.load(AT);
  for (let step = 0; step < 40 && bookingApp.stage(state) !== 'confirm'; step++) {
    const tools = new Map(bookingApp.toolSchema(state).map((tool) => [tool.name, tool]));
    const name = tools.has('next') ? 'next' : tools.has('setQuantity') ? 'setQuantity' : 'select';
    const itemId = tools.get('select')?.parameters.itemId?.enum?.at(-1);
    const params = { next: {}, setQuantity: { typeId: 'adult', quantity: 1 }, select: { itemId } }[name] ?? {};
    const next = await completeStep(bookingApp.callTool(state, { name, params, reason: 'on' }, AT), key);
    expect(next.fault).toBeUndefined();
    state = next.state;
  }
  return state;
}

describe('the cinema as an application of the relay', () => {
  it('books by following toolSchema, asks before the confirmation, and repeats it without a second booking', async () => {
    const confirm = await walkToConfirm('room-7');
    const next = { name: 'next', params: {}, reason: 'all is chosen' };
    expect(bookingApp.questionFor(confirm, next)).toMatch(/^Book seat [A-K]\d+ for .+ at €\d+\.\d\d\?$/);
    expect(bookingApp.questionFor(confirm, { ...next, name: 'prev' })).toBeNull();
    const [first, again] = [await act(confirm, 'next', {}, 'room-7'), await act(confirm, 'next', {}, 'room-7')];
    expect(first.state.booking?.reference).toBe(again.state.booking?.reference);
    expect(bookingApp.snapshot(first.state).uiSpec).toMatchObject({
      state: { booking: { seats: [expect.any(String)] } },
    });
  });

  it('refuses an action of another form and a tool that does not exist, and changes nothing', async () => {
    const state = await bookingApp.load(AT);
    const unreadable = bookingApp.userAction(state, { toolName: 'next', click: 'm1' }, AT);
    expect(unreadable.fault?.message).toMatch(/^action: /);
    expect(bookingApp.userAction(state, { click: 'm1' }, AT)).toMatchObject({
      state,
      fault: { code: 'INVALID_PARAMS' },
    });
    expect(await act(state, 'teleport')).toEqual({ state, fault: expect.objectContaining({ code: 'UNKNOWN_TOOL' }) });
  });

  it('shows nothing of backendData in snapshots, tools, effects or results', async () => {
    await bookingApp.load(AT);
    await pool().query(`UPDATE cinema_showings SET backend_data = backend_data || '{"canary": "CANARY-0815"}'`);
    const confirm = await walkToConfirm('room-8');
    const step = bookingApp.userAction(confirm, { toolName: 'next', params: {} }, AT);
    const result = await bookingApp.perform?.(step.effect ?? {}, { key: 'room-8' });
    const read = JSON.stringify([confirm, bookingApp.snapshot(confirm), bookingApp.toolSchema(confirm), step, result]);
    expect(read).toContain('reference');
    expect(read).not.toContain('CANARY-0815');
    expect(read).not.toMatch(/rental|hallCost|holdPool|backend/i);
  });

  it('keeps its state below 64 KiB when everything is as long as it may be', async () => {
    let { state } = await act(await walkToConfirm('room-9'), 'prev');
    state = (await act(state, 'prev')).state;
    const ids = state.items?.map(({ id }) => id) ?? [];
    const wide = '語'.repeat(80);
    const long = (name: string, params: Record<string, unknown>) => {
      const step = bookingApp.callTool(state, { name, params, reason: '語'.repeat(2_000) }, AT);
      expect(step.fault).toBeUndefined();
      state = step.state;
    };
    long('augment', { items: ids.slice(0, 30).map((itemId) => ({ itemId, value: wide })) });
    long('highlight', { itemIds: ids });
    long('filter', { field: 'kind', operator: 'in', value: Array.from({ length: 30 }, () => '語'.repeat(60)) });
    for (let n = 0; n < 40; n++) long('postMessage', { text: '語'.repeat(2_000) });
    expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThan(MAX_STATE_BYTES);
  });
});
