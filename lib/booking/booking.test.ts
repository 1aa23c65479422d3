import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyTool,
  type BookingState,
  type BookingStep,
  completeEffect,
  effectToLoad,
  type Item,
  MAX_SEATS,
  newBooking,
  STAGE_FACTS,
  STAGES,
  snapshotOf,
  type ToolEntry,
} from '.';

const AT = '2026-11-23T10:00:00.000Z';

/** A small catalogue: one disabled item in every stage but the first. */
const CATALOGUE: Record<string, Item[]> = {
  movie: [
    { id: 'm1', title: 'The Tide Clock', genres: ['Drama'], minutes: 112, age: 6, score: 8.1, language: 'English' },
    {
      id: 'm2',
      title: 'Night Ferry',
      genres: ['Thriller', 'Crime'],
      minutes: 98,
      age: 16,
      score: 7.4,
      language: 'English',
    },
    { id: 'm3', title: 'apple weather', genres: ['Family'], minutes: 84, age: 0, score: 6.9, language: 'French' },
  ],
  theater: [
    { id: 't1', name: 'Lantern', district: 'Harbour', distanceKm: 1.2, features: ['Bar'], fromPrice: 9, showings: 4 },
    { id: 't2', name: 'Old Mill', district: 'North', distanceKm: 4, features: [], fromPrice: 8, isDisabled: true },
  ],
  date: [
    { id: '2026-11-23', label: 'Mon 23 Nov', weekday: 'Monday', isWeekend: false, showings: 0, isDisabled: true },
    { id: '2026-11-28', label: 'Sat 28 Nov', weekday: 'Saturday', isWeekend: true, showings: 3 },
  ],
  time: [
    { id: 's1', time: '14:00', part: 'afternoon', screen: 'Screen 1', format: '2D', price: 9.5, seatsLeft: 40 },
    {
      id: 's2',
      time: '20:15',
      part: 'evening',
      screen: 'Screen 2',
      format: '3D',
      price: 12,
      seatsLeft: 0,
      isDisabled: true,
    },
  ],
  seat: ['A', 'B', 'C'].flatMap((row) =>
    [1, 2, 3, 4].map((number) => ({
      id: `${row}${number}`,
      label: `${row}${number}`,
      row,
      number,
      surcharge: row === 'C' ? 2 : 0,
      ...(row === 'A' && number < 3 ? { isDisabled: true } : {}),
    })),
  ),
};

const BOOKING = { reference: 'K7M2QX', movie: '', theater: '', date: '', time: '', screen: '', seats: [], total: 0 };

/** Answers the effects of a step as the service does. */
function answered(step: BookingStep): BookingState {
  const { state, effect } = step;
  if (!effect) return state;
  const items = effect.kind === 'load' ? (CATALOGUE[effect.stage] ?? []) : [];
  const result =
    effect.kind === 'load' ? { kind: 'loaded' as const, items } : { kind: 'booked' as const, booking: BOOKING };
  return answered(completeEffect(state, result, AT));
}

const call = (state: BookingState, toolName: string, params: unknown = {}, reason: unknown = 'because') =>
  applyTool(state, { toolName, params, reason, by: 'agent' }, AT);

function accepted(step: BookingStep): BookingState {
  if (step.fault) throw new Error(step.fault.message);
  return answered(step);
}

/** Applies calls, each of which must succeed. */
function play(state: BookingState, ...calls: [string, unknown?][]): BookingState {
  return calls.reduce((before, [tool, params]) => accepted(call(before, tool, params)), state);
}

const start = () => answered({ state: newBooking(), effect: effectToLoad(newBooking(), 'movie'), fault: null });
const spec = (state: BookingState) => {
  const { uiSpec } = snapshotOf(state);
  if (!uiSpec) throw new Error('nothing is loaded');
  return uiSpec;
};
const toolNames = (state: BookingState) => snapshotOf(state).toolSchema.map(({ name }) => name);

const TO_SEATS: [string, unknown?][] = [
  ['select', { itemId: 'm1' }],
  ['next'],
  ['select', { itemId: 't1' }],
  ['next'],
  ['select', { itemId: '2026-11-28' }],
  ['next'],
  ['select', { itemId: 's1' }],
  ['next'],
];

describe('a booking', () => {
  it('goes through the seven stages to a booking, and keeps what was chosen in words', () => {
    const seats = play(start(), ...TO_SEATS);
    expect(spec(seats)).toMatchObject({ stage: 'seat', display: { component: 'seatMap', valueField: 'label' } });
    const tickets = play(seats, ['select', { itemId: 'C1' }], ['select', { itemId: 'C2' }], ['next']);
    expect(spec(tickets)).toMatchObject({ stage: 'ticket', meta: { ticketsNeeded: 2, step: 6, steps: 7 } });
    const confirm = play(
      tickets,
      ['setQuantity', { typeId: 'adult', quantity: 1 }],
      ['setQuantity', { typeId: 'child', quantity: 1 }],
      ['next'],
    );
    // Adult 9.50, child 5.50, two seats of row C at 2.00 more each.
    expect(spec(confirm).meta).toMatchObject({ total: 19, currency: 'EUR' });
    expect(spec(confirm).visibleItems.map(({ id, value }) => [id, value])).toEqual([
      ['movie', 'The Tide Clock'],
      ['theater', 'Lantern'],
      ['date', 'Sat 28 Nov'],
      ['time', '14:00, Screen 1'],
      ['seat', 'C1, C2'],
      ['ticket', '1 × Adult, 1 × Child'],
      ['total', '€19.00'],
    ]);
    const applied = call(confirm, 'next');
    expect(applied).toMatchObject({
      fault: null,
      effect: { kind: 'book', showingId: 's1', seats: ['C1', 'C2'], tickets: { adult: 1, child: 1 }, totalCents: 1900 },
    });
    const booked = answered(applied);
    expect(spec(booked).state.booking).toEqual(BOOKING);
    expect(toolNames(booked)).toEqual(['postMessage']);
  });

  it('goes back with its choices, and drops the later ones when an earlier one changes', () => {
    const seats = play(start(), ...TO_SEATS, ['select', { itemId: 'B1' }]);
    const back = play(seats, ['prev'], ['prev']);
    expect(spec(back)).toMatchObject({ stage: 'date', state: { selected: '2026-11-28' } });
    expect(spec(play(back, ['next'], ['next'])).state).toEqual({ selectedList: ['B1'] });
    const movies = play(back, ['prev'], ['prev']);
    const changed = play(movies, ['select', { itemId: 'm2' }], ['next']);
    expect(spec(changed).state).toEqual({});
    expect(spec(changed).meta?.choices).toEqual([{ stage: 'movie', label: 'Film', value: 'Night Ferry' }]);
  });

  it('toggles seats, and closes the others at the limit of a booking', () => {
    const seats = play(start(), ...TO_SEATS);
    const ids = snapshotOf(seats).toolSchema.find(({ name }) => name === 'select')?.parameters.itemId?.enum ?? [];
    const full = play(seats, ...ids.slice(0, MAX_SEATS).map((itemId): [string, unknown] => ['select', { itemId }]));
    expect(call(full, 'select', { itemId: ids[MAX_SEATS] })).toMatchObject({ fault: { code: 'INVALID_PARAMS' } });
    const released = play(full, ['select', { itemId: ids[0] }]);
    expect(spec(released).state.selectedList).toHaveLength(MAX_SEATS - 1);
    expect(call(released, 'select', { itemId: ids[MAX_SEATS] }).fault).toBeNull();
  });

  it('offers next for tickets only when there is one for each seat', () => {
    const tickets = play(start(), ...TO_SEATS, ['select', { itemId: 'B1' }], ['next']);
    expect(toolNames(tickets)).not.toContain('next');
    expect(toolNames(play(tickets, ['setQuantity', { typeId: 'adult', quantity: 2 }]))).not.toContain('next');
    expect(toolNames(play(tickets, ['setQuantity', { typeId: 'adult', quantity: 1 }]))).toContain('next');
  });

  it('returns to the seats without those that were taken, and keeps the others', () => {
    const confirm = play(
      start(),
      ...TO_SEATS,
      ['select', { itemId: 'B1' }],
      ['select', { itemId: 'B2' }],
      ['next'],
      ['setQuantity', { typeId: 'adult', quantity: 2 }],
      ['next'],
    );
    const step = completeEffect(confirm, { kind: 'refused', taken: ['B2'] }, AT);
    expect(step.fault).toEqual({
      code: 'TOOL_EXECUTION_FAILED',
      message: 'Seat B2 has just been taken. Choose another one.',
    });
    const returned = answered(step);
    expect(spec(returned)).toMatchObject({ stage: 'seat', state: { selectedList: ['B1'] } });
    expect(returned.messages.map(({ text }) => text)).toContain('Seat B2 has just been taken. Choose another one.');
  });
});

describe('modifications', () => {
  it('filter by every operator, in visibleItems and not in items', () => {
    const isVisible = (field: string, operator: string, value: unknown) =>
      spec(play(start(), ['filter', { field, operator, value }])).visibleItems.map(({ id }) => id);
    expect(isVisible('title', 'eq', 'night ferry')).toEqual(['m2']);
    expect(isVisible('title', 'neq', 'Night Ferry')).toEqual(['m1', 'm3']);
    expect(isVisible('title', 'contains', 'e')).toEqual(['m1', 'm2', 'm3']);
    expect(isVisible('genres', 'contains', 'crime')).toEqual(['m2']);
    expect(isVisible('genres', 'in', ['Family', 'Drama'])).toEqual(['m1', 'm3']);
    expect(isVisible('age', 'in', [0, 16])).toEqual(['m2', 'm3']);
    expect(isVisible('minutes', 'gt', 98)).toEqual(['m1']);
    expect(isVisible('minutes', 'gte', 98)).toEqual(['m1', 'm2']);
    expect(isVisible('minutes', 'lt', 98)).toEqual(['m3']);
    expect(isVisible('minutes', 'lte', 98)).toEqual(['m2', 'm3']);
    expect(spec(play(start(), ['filter', { field: 'age', operator: 'gt', value: 99 }])).items).toHaveLength(3);
  });

  it('sort, highlight, augment and are cleared one by one or together', () => {
    const changed = play(
      start(),
      ['sort', { field: 'title', order: 'asc' }],
      ['highlight', { itemIds: ['m2', 'm2'] }],
      ['augment', { items: [{ itemId: 'm2', value: 'Short and tense' }] }],
      ['augment', { items: [{ itemId: 'm3', value: 'For children' }] }],
    );
    expect(spec(changed).visibleItems.map(({ value }) => value)).toEqual([
      'For children',
      'Short and tense',
      'The Tide Clock',
    ]);
    expect(spec(changed).modification.highlight).toEqual({ itemIds: ['m2'], style: 'recommend' });
    expect(Object.keys(spec(play(changed, ['clearModification', { type: 'sort' }])).modification)).toEqual([
      'highlight',
      'augment',
    ]);
    expect(spec(play(changed, ['clearModification'])).modification).toEqual({});
  });

  it('hide items from select, and end with the stage', () => {
    const filtered = play(start(), ['filter', { field: 'title', operator: 'eq', value: 'Night Ferry' }]);
    expect(call(filtered, 'select', { itemId: 'm1' })).toMatchObject({
      fault: { code: 'INVALID_PARAMS', message: 'itemId: "m1" is disabled or hidden by the filter' },
    });
    expect(spec(play(filtered, ['select', { itemId: 'm2' }], ['next'])).modification).toEqual({});
  });
});

describe('a refused call', () => {
  const refusal = (...args: Parameters<typeof call>) => {
    const before = JSON.stringify(args[0]);
    const applied = call(...args);
    expect(JSON.stringify(args[0])).toBe(before);
    return applied;
  };

  it('names an unknown tool, one that is not available now, and what is wrong with a parameter', () => {
    const state = start();
    expect(refusal(state, 'teleport')).toMatchObject({ fault: { code: 'UNKNOWN_TOOL' } });
    expect(refusal(state, 'constructor')).toMatchObject({ fault: { code: 'UNKNOWN_TOOL' } });
    expect(refusal(newBooking(), 'next')).toMatchObject({ fault: { code: 'NO_ACTIVE_SPEC' } });
    for (const [tool, params, message] of [
      ['next', {}, 'next is not available now'],
      ['prev', {}, 'prev is not available now'],
      ['setQuantity', { typeId: 'adult', quantity: 1 }, 'setQuantity is not available now'],
      ['setQuantity', { typeId: 'adult', quantity: -1 }, 'quantity: setQuantity requires quantity >= 0'],
      ['setQuantity', { typeId: 'adult', quantity: 1.5 }, 'quantity: must be a whole number'],
      ['select', {}, 'itemId'],
      ['select', { itemId: 'm9' }, 'itemId: "m9" is not an item of this stage'],
      ['select', { itemId: 'm1', extra: 1 }, 'extra: no such parameter'],
      ['augment', { items: [{ itemId: 'm1', value: 'x', more: 1 }] }, 'items.0.more: no such parameter'],
      ['select', 'm1', 'must be an object'],
      ['filter', { field: '__proto__', operator: 'eq', value: 'x' }, 'field: must be one of title'],
      ['filter', { field: 'minutes', operator: 'gt', value: '98' }, 'value: must be a number for minutes'],
      ['filter', { field: 'genres', operator: 'eq', value: 'Crime' }, 'operator: eq does not fit genres'],
      ['filter', { field: 'minutes', operator: 'in', value: 98 }, 'value: must be an array of numbers'],
      ['filter', { field: 'minutes', operator: 'like', value: 98 }, 'operator'],
      ['sort', { field: 'poster', order: 'asc' }, 'field: must be one of title'],
      ['highlight', { itemIds: ['m1', 'm9'] }, 'itemIds: no item "m9" in this stage'],
      ['augment', { items: [{ itemId: 'm9', value: 'x' }] }, 'items: no item "m9" in this stage'],
      ['augment', { items: [{ itemId: 'm1', value: ' ' }] }, 'items.0.value'],
      ['postMessage', { text: '' }, 'text'],
    ] as const) {
      const applied = refusal(state, tool, params);
      expect(applied).toMatchObject({ fault: { code: 'INVALID_PARAMS' } });
      expect(applied.fault?.message).toContain(message);
      expect(applied.state).toBe(state);
    }
  });

  it('of an agent without a reason is INVALID_PARAMS; the person needs none', () => {
    const select = { toolName: 'select', params: { itemId: 'm1' } };
    for (const reason of [undefined, '', '  ', 7]) {
      const step = applyTool(start(), { ...select, reason, by: 'agent' }, AT);
      expect(step).toMatchObject({ fault: { code: 'INVALID_PARAMS' } });
    }
    expect(applyTool(start(), { ...select, by: 'user' }, AT).fault).toBeNull();
  });

  it('is given for a disabled item', () => {
    const theaters = play(start(), ['select', { itemId: 'm1' }], ['next']);
    expect(refusal(theaters, 'select', { itemId: 't2' })).toMatchObject({ fault: { code: 'INVALID_PARAMS' } });
  });
});

describe('the message history', () => {
  it('has the calls with reason and effect, the texts, and each stage that was opened', () => {
    const state = play(start(), ['select', { itemId: 'm1' }], ['postMessage', { text: 'Hello' }], ['next']);
    expect(
      state.messages.map(({ type, action, label, text, stage }) => [type, action ?? '', label ?? text, stage]),
    ).toEqual([
      ['system', '', 'Choose a film', 'movie'],
      ['agent', 'select', 'Chose The Tide Clock', 'movie'],
      ['agent', '', 'Hello', 'movie'],
      ['agent', 'next', 'Went on to cinema', 'movie'],
      ['system', '', 'Choose a cinema', 'theater'],
    ]);
    expect(state.messages[1]).toMatchObject({ id: 'msg-2', text: 'because', timestamp: AT });
    expect(state.messages[0]?.spec).toMatchObject({ stage: 'movie', display: { component: 'buttonGroup' } });
  });

  it('is bounded in number and size, with ids that go on', () => {
    const many = play(start(), ...Array.from({ length: 150 }, (): [string, unknown] => ['postMessage', { text: 'x' }]));
    expect(many.messages).toHaveLength(100);
    expect(many.messages.at(-1)?.id).toBe('msg-151');
    const long = '語'.repeat(2_000);
    const big = play(start(), ...Array.from({ length: 20 }, (): [string, unknown] => ['postMessage', { text: long }]));
    expect(Buffer.byteLength(JSON.stringify(big.messages))).toBeLessThan(29_000);
    expect(big.messages.at(-1)?.text).toBe(long);
  });

  it('says as its first entry how many messages are not shown, and nothing while all are', () => {
    const posts = (count: number) =>
      Array.from({ length: count }, (): [string, unknown] => ['postMessage', { text: 'x' }]);
    const whole = play(start(), ...posts(99));
    expect(snapshotOf(whole).messageHistory).toEqual(whole.messages);
    const [one, many] = [play(whole, ...posts(1)), play(whole, ...posts(51))];
    expect(snapshotOf(one).messageHistory).toEqual([
      expect.objectContaining({ id: 'earlier', type: 'system', text: '1 earlier message is not shown.' }),
      ...one.messages,
    ]);
    expect(snapshotOf(many).messageHistory[0]?.text).toBe('51 earlier messages are not shown.');
  });

  it('keeps the newest messages that fit, also of a state that was stored', () => {
    const MAX_BYTES = 28_672;
    const bytes = (messages: readonly unknown[]) =>
      messages.reduce<number>((sum, one) => sum + Buffer.byteLength(JSON.stringify(one)), 0);
    let [state, stored] = [start(), start()];
    const allMessages: unknown[] = [...state.messages];
    for (let index = 0; index < 60; index++) {
      const text = '語'.repeat(1 + ((index * 397) % 2_000));
      state = play(state, ['postMessage', { text }]);
      stored = play(JSON.parse(JSON.stringify(stored)), ['postMessage', { text }]);
      allMessages.push(state.messages.at(-1));
    }
    const kept = state.messages.length;
    expect(state.messages).toEqual(allMessages.slice(-kept));
    expect(stored.messages).toEqual(state.messages);
    expect(bytes(allMessages.slice(-kept))).toBeLessThanOrEqual(MAX_BYTES);
    expect(bytes(allMessages.slice(-kept - 1))).toBeGreaterThan(MAX_BYTES);
  });
});

/** Parameters that an entry of toolSchema allows, chosen by numbers. */
function paramsOf(entry: ToolEntry, state: BookingState, draw: (below: number) => number): unknown {
  const pick = (list: readonly string[]) => list[draw(list.length)];
  const ids = (state.items ?? []).map(({ id }) => id);
  switch (entry.name) {
    case 'filter': {
      const field = pick(entry.parameters.field?.enum ?? []) ?? '';
      switch (STAGE_FACTS[state.stage].fields[field]) {
        case 'number':
          return { field, operator: pick(['eq', 'neq', 'gt', 'lt', 'gte', 'lte']), value: draw(100) };
        case 'boolean':
          return { field, operator: pick(['eq', 'neq']), value: draw(2) === 0 };
        case 'string[]':
          return { field, operator: 'in', value: [pick(['Drama', 'Bar'])] };
        default:
          return { field, operator: pick(['eq', 'neq', 'contains', 'gt', 'lte']), value: pick(['a', 'English', 'B']) };
      }
    }
    case 'highlight':
      return { itemIds: [pick(ids)] };
    case 'augment':
      return { items: [{ itemId: pick(ids), value: 'a note' }] };
    case 'setQuantity':
      return { typeId: pick(entry.parameters.typeId?.enum ?? []), quantity: draw(3) };
    case 'postMessage':
      return { text: 'hello' };
    default:
      return Object.fromEntries(
        Object.entries(entry.parameters).flatMap(([name, { enum: allowed, optional }]) =>
          optional && draw(2) === 0 ? [] : [[name, pick(allowed ?? [])]],
        ),
      );
  }
}

/** Walks by toolSchema; every call must be accepted. */
function walk(numbers: readonly number[]): BookingState[] {
  let at = 0;
  const draw = (below: number) => (numbers[at++ % numbers.length] ?? 0) % Math.max(1, below);
  const states = [start()];
  for (let step = 0; step < 60; step++) {
    const state = states.at(-1) as BookingState;
    const tools = snapshotOf(state).toolSchema.filter(({ name }) => name !== 'postMessage' || state.booking);
    const entry = tools[draw(tools.length)] as ToolEntry;
    states.push(accepted(call(state, entry.name, paramsOf(entry, state, draw))));
  }
  return states;
}

/** The shortest way on from any state: undo the modifications, choose what is missing, go on. */
function finish(state: BookingState): BookingState {
  let current = state;
  for (let step = 0; step < 80 && !current.booking; step++) {
    const { toolSchema } = snapshotOf(current);
    const names = toolSchema.map(({ name }) => name);
    if (Object.keys(current.modification).length > 0) current = play(current, ['clearModification']);
    else if (names.includes('next')) current = play(current, ['next']);
    else if (current.stage === 'ticket') {
      const others = ['student', 'senior', 'child'].map((typeId): [string, unknown] => [
        'setQuantity',
        { typeId, quantity: 0 },
      ]);
      current = play(current, ...others, ['setQuantity', { typeId: 'adult', quantity: current.seats.length }]);
    } else
      current = play(current, [
        'select',
        { itemId: toolSchema.find(({ name }) => name === 'select')?.parameters.itemId?.enum?.[0] },
      ]);
  }
  return current;
}

describe('every walk by toolSchema', () => {
  const numbers = fc.array(fc.nat(10_000), { minLength: 20, maxLength: 200 });

  it('is accepted, keeps uiSpec consistent, and reaches a booking from wherever it is', () => {
    fc.assert(
      fc.property(numbers, (drawn) => {
        const states = walk(drawn);
        for (const state of states) {
          const ui = spec(state);
          const itemsById = new Map(ui.items.map((item) => [item.id, item]));
          expect(STAGES).toContain(ui.stage);
          for (const { id, isDisabled } of ui.visibleItems) {
            expect(itemsById.has(id)).toBe(true);
            // A modification never opens what the catalogue closed.
            if (itemsById.get(id)?.isDisabled) expect(isDisabled).toBe(true);
          }
          expect(itemsById.get(ui.state.selected ?? '')?.isDisabled ?? false).toBe(false);
          for (const id of ui.state.selectedList ?? []) expect(itemsById.get(id)?.isDisabled ?? false).toBe(false);
          expect(ui.state.selectedList?.length ?? 0).toBeLessThanOrEqual(MAX_SEATS);
          expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        }
        expect(finish(states.at(-1) as BookingState).booking).toEqual(BOOKING);
      }),
      { numRuns: 60 },
    );
  });

  it('accepts select for exactly the visible, enabled items', () => {
    fc.assert(
      fc.property(numbers, (drawn) => {
        for (const state of walk(drawn).filter((_, index) => index % 7 === 0)) {
          const { uiSpec, toolSchema } = snapshotOf(state);
          const offered = toolSchema.find(({ name }) => name === 'select')?.parameters.itemId?.enum ?? [];
          const open = new Set(uiSpec?.visibleItems.filter(({ isDisabled }) => !isDisabled).map(({ id }) => id));
          const isChoice = state.stage !== 'ticket' && state.stage !== 'confirm';
          expect(new Set(offered)).toEqual(isChoice ? open : new Set());
          for (const { id } of state.items ?? []) {
            expect(call(state, 'select', { itemId: id }).fault === null).toBe(offered.includes(id));
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
