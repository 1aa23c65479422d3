import { describe, expect, it, test } from 'vitest';
import type { Message, UiSpec } from '@/lib/booking';
import { lastCall, lastNotice } from './agent-cue';
import { changedItems } from './entries';
import { planCall } from './example-agent';
import { EMPTY_PAGE, type RelayFrame, type RelayPage, receiveFrame } from './relay-page';

const spec = (state: UiSpec['state'] = {}, change: Partial<UiSpec> = {}): UiSpec => ({
  stage: 'movie',
  title: 'Choose a film',
  items: [
    { id: 'm1', title: 'One', score: 7, minutes: 90 },
    { id: 'm2', title: 'Two', score: 9, minutes: 100 },
    { id: 'm3', title: 'Three', score: 8, minutes: 110, isDisabled: true },
  ],
  visibleItems: [
    { id: 'm1', value: 'One' },
    { id: 'm2', value: 'Two' },
    { id: 'm3', value: 'Three', isDisabled: true },
  ],
  state,
  modification: {},
  display: { valueField: 'title', component: 'buttonGroup' },
  ...change,
});

const message = (type: Message['type'], more: Partial<Message> = {}): Message => ({
  id: 'msg-1',
  type,
  timestamp: '2026-11-23T10:00:00.000Z',
  stage: 'movie',
  ...more,
});

const receiveAll = (frames: RelayFrame[], page: RelayPage = EMPTY_PAGE) => frames.reduce(receiveFrame, page);

const updated = (source: string, uiSpec: UiSpec): RelayFrame => ({
  type: 'state.updated',
  payload: { source, uiSpec, messageHistory: [] },
});

describe('the page at the relay', () => {
  const joined: RelayFrame = {
    type: 'relay.joined',
    payload: { role: 'host', sessionId: 'r-1' },
    ext: {
      seq: 7,
      joinToken: 'secret',
      controller: 'person',
      asksFirst: true,
      agents: 2,
      uiSpec: spec(),
      session: null,
    },
  };

  it('starts with everything that relay.joined tells, and continues after its number', () => {
    expect(receiveAll([joined])).toMatchObject({
      status: 'live',
      room: 'r-1',
      joinToken: 'secret',
      agents: 2,
      isHeld: true,
      asksFirst: true,
      sessionId: null,
      seq: 7,
      spec: { stage: 'movie' },
    });
  });

  it('marks what an agent changed, and nothing that the person changed', () => {
    const page = receiveAll([joined, updated('agent', spec({ selected: 'm2' }))]);
    expect([...page.changed]).toEqual(['m2']);
    expect(receiveAll([updated('user', spec({ selected: 'm1' }))], page).changed.size).toBe(0);
  });

  it('keeps approvals until they are decided, and shows a repeated request once', () => {
    const requested: RelayFrame = { type: 'approval.requested', payload: { approvalId: 'a1', question: 'Book?' } };
    const page = receiveAll([joined, requested, requested]);
    expect(page.approvals).toHaveLength(1);
    expect(receiveAll([{ type: 'approval.decided', payload: { approvalId: 'a1' } }], page).approvals).toEqual([]);
  });

  it('shows why a click or a call failed until something changes', () => {
    const failed: RelayFrame = {
      type: 'tool.called',
      payload: { toolName: 'select', reason: 'r', ok: false, error: { code: 'INVALID_PARAMS', message: 'no' } },
    };
    const refused: RelayFrame = {
      type: 'error',
      replyTo: 'page-1',
      payload: { code: 'INVALID_PARAMS', message: 'not now' },
    };
    const page = receiveAll([joined, failed, refused]);
    expect(page).toMatchObject({ failed: { toolName: 'select', message: 'no' }, problem: 'not now', status: 'live' });
    expect(receiveAll([updated('user', spec())], page)).toMatchObject({ failed: null, problem: null });
  });

  it('is replaced by an error that answers nothing, and ignores unknown frames', () => {
    expect(
      receiveAll([joined, { type: 'error', payload: { code: 'SESSION_NOT_ACTIVE', message: 'newer' } }]).status,
    ).toBe('replaced');
    const page = receiveAll([joined]);
    expect(
      receiveAll(
        [
          { type: 'constructor', payload: {} },
          { type: 'no.such', payload: {} },
        ],
        page,
      ),
    ).toEqual(page);
  });
});

describe('what is shown of the messages', () => {
  const call = message('agent', { action: 'select', label: 'Chose One', text: 'why' });
  const opened = message('system', { text: 'Choose a cinema', spec: spec() });
  const refusal = message('system', { text: 'Seat A1 has just been taken. Choose another one.' });

  it('is the last call of an agent until the person does something', () => {
    expect(lastCall([call, opened])).toBe(call);
    expect(lastCall([call, message('user', { action: 'next' })])).toBeNull();
    expect(lastCall([message('agent', { text: 'hello' })])).toBeNull();
  });

  it('is the last notice until the page or an agent acts', () => {
    expect(lastNotice([call, refusal, opened])).toBe(refusal.text);
    expect(lastNotice([call, opened])).toBeNull();
    expect(lastNotice([refusal, message('user', { action: 'select' })])).toBeNull();
  });
});

test('the reference of a booking stays when its session ends and the page starts over', () => {
  const booking = {
    reference: 'ABC234',
    movie: 'One',
    theater: 'The Lantern',
    date: 'Sat 28 Nov',
    time: '18:00',
    screen: 'Screen 1',
    seats: ['A1'],
    total: 10.5,
  };
  const booked = updated('agent', spec({ booking }, { stage: 'confirm' }));
  const ended = { type: 'session.ended', payload: { sessionId: 's-20261123-001', stateReset: true } };
  const page = receiveAll([booked, ended, updated('system', spec())]);
  expect(page).toMatchObject({ endedSession: 's-20261123-001', endedBooking: booking });
  expect(receiveAll([updated('system', spec()), ended]).endedBooking).toBeNull();
});

describe('the changed items', () => {
  it('are those whose choice, quantity, mark or note differs, within one stage', () => {
    const marked = spec({ selected: 'm1' }, { modification: { highlight: { itemIds: ['m2'], style: 'note' } } });
    expect(changedItems(spec({ selected: 'm1' }), marked)).toEqual(new Set(['m2']));
    expect(changedItems(spec({ quantities: { adult: 1 } }), spec({ quantities: { adult: 2 } }))).toEqual(
      new Set(['adult']),
    );
    expect(changedItems(spec(), spec({ selected: 'm1' }, { stage: 'theater' })).size).toBe(0);
    expect(changedItems(null, marked).size).toBe(0);
  });
});

describe('the example agent', () => {
  const tools = (...names: string[]) => names.map((name) => ({ name, description: '', parameters: {} }));
  const plan = (uiSpec: UiSpec, ...names: string[]) =>
    planCall({ uiSpec, messageHistory: [], toolSchema: tools(...names) });

  it('orders, notes, selects the best open item, and goes on', () => {
    const all = ['sort', 'augment', 'select', 'next'];
    expect(plan(spec(), ...all)).toMatchObject({ toolName: 'sort' });
    const sort = { field: 'score', order: 'desc' } as const;
    expect(plan(spec({}, { modification: { sort } }), ...all)).toMatchObject({ toolName: 'augment' });
    const augment = [{ itemId: 'm2', value: '9' }];
    expect(plan(spec({}, { modification: { sort, augment } }), ...all)).toMatchObject({
      toolName: 'select',
      params: { itemId: 'm2' },
    });
    expect(plan(spec({ selected: 'm2' }), ...all)).toMatchObject({ toolName: 'next' });
  });

  it('plans nothing that is not offered, and nothing after the booking', () => {
    expect(plan(spec({ selected: 'm2' }), 'select')).toBeNull();
    const booking = {
      reference: 'ABC234',
      movie: '',
      theater: '',
      date: '',
      time: '',
      screen: '',
      seats: [],
      total: 1,
    };
    expect(plan(spec({ booking }, { stage: 'confirm' }), 'postMessage')).toBeNull();
  });

  it('selects two seats beside each other', () => {
    const seat = (id: string, number: number, isDisabled?: true) => ({
      id,
      row: 'A',
      number,
      ...(isDisabled ? { isDisabled } : {}),
    });
    const items = [seat('A4', 4), seat('A5', 5, true), seat('A6', 6), seat('A7', 7)];
    const visibleItems = items.map(({ id, isDisabled }) => ({ id, value: id, ...(isDisabled ? { isDisabled } : {}) }));
    const seats = (selectedList: string[]) => spec({ selectedList }, { stage: 'seat', items, visibleItems });
    expect(plan(seats([]), 'select')).toMatchObject({ params: { itemId: 'A6' } });
    expect(plan(seats(['A6']), 'select')).toMatchObject({ params: { itemId: 'A7' } });
    expect(plan(seats(['A6', 'A7']), 'select', 'next')).toMatchObject({ toolName: 'next' });
  });
});
