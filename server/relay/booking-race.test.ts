import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pool } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { type Program, startProgram } from '@/lib/testing/program';
import type { ClientFrame, RelayClient } from './testing/relay-server';
import { useRelay } from './testing/use-relay';

useDatabase();
const { client, page, agent, newRoom } = useRelay();

let second: Program;
let otherUrl: string;
beforeAll(async () => {
  second = startProgram('server/relay/testing/relay-process.ts');
  await vi.waitFor(() => expect(second.lines[0]).toMatch(/^serves /), { timeout: 60_000 });
  otherUrl = second.lines[0]?.slice('serves '.length) ?? '';
});
afterAll(() => second?.end());

/** Every second one is served by the second process. */
const placeOf = (index: number) => (index % 2 === 1 ? { url: otherUrl } : {});

interface Spec {
  stage: string;
  items: { id: string; isDisabled?: boolean }[];
  state: { selectedList?: string[]; booking?: { reference: string; seats: string[] } };
}
const specOf = ({ payload }: ClientFrame) => payload.uiSpec as unknown as Spec;

/** A page of the cinema and an agent, each in a process of the race. */
async function visitor(index: number) {
  const roomName = newRoom();
  const participant = `participant-number-${index}`;
  const host = await page(roomName, { participant, ext: { app: 'booking' }, ...placeOf(index) });
  const one = await agent(roomName, placeOf(index));
  await one.ask('session.start', { studyId: 'race', participantId: participant });
  return { host, one };
}

const snapshot = async (one: RelayClient) => specOf(await one.ask('snapshot.get'));

/** Chooses the first film, cinema, date and time that are open, which is the same for everybody, and one seat. */
async function walkToConfirm(one: RelayClient, seat?: string): Promise<string> {
  for (const _stage of ['movie', 'theater', 'date', 'time']) {
    const { items } = await snapshot(one);
    await one.call('select', { itemId: items.findLast(({ isDisabled }) => !isDisabled)?.id });
    await one.call('next');
  }
  const { stage, items } = await snapshot(one);
  expect(stage).toBe('seat');
  const chosen = seat ?? items.find(({ isDisabled }) => !isDisabled)?.id ?? '';
  await one.call('select', { itemId: chosen });
  await one.call('next');
  await one.call('setQuantity', { typeId: 'adult', quantity: 1 });
  await one.call('next');
  expect((await snapshot(one)).stage).toBe('confirm');
  return chosen;
}

test('pages of two participants in two processes race for one room: one has it, the other one a room of its own', async () => {
  for (let round = 0; round < 5; round++) {
    const hosts = await Promise.all([0, 1].map((index) => client('io', placeOf(index))));
    const joined = await Promise.all(
      hosts.map((host, index) =>
        host.ask(
          'relay.join',
          { role: 'host', sessionId: 'default' },
          { ext: { app: 'booking', participant: `racer-${round}-${index}` } },
        ),
      ),
    );
    const names = joined.map(({ payload }) => payload.sessionId);
    expect(names.filter((name) => name === 'default')).toHaveLength(1);
    const winner = names.indexOf('default');
    const { rows } = await pool().query('SELECT host_id FROM relay_rooms WHERE name = $1', ['default']);
    expect(rows).toEqual([{ host_id: joined[winner]?.ext?.member }]);
    // An agent of the other process meets the page that has the room.
    const one = await agent('default', placeOf(winner + 1));
    await one.ask('session.start', { studyId: 'race', participantId: 'p' });
    await one.call('sort', { field: 'title', order: 'desc' }, `round ${round}`);
    await hosts[winner]?.until(({ type, payload }) => type === 'tool.called' && payload.reason === `round ${round}`);
    expect(hosts[1 - winner]?.ofType('tool.called')).toEqual([]);
    for (const host of hosts) host.close();
    one.close();
    await expect
      .poll(async () => (await pool().query(`SELECT host_id FROM relay_rooms WHERE name = 'default'`)).rows)
      .toEqual([{ host_id: null }]);
  }
});

test('sixteen agents in two processes race for one seat: one booking, and fifteen get the number of the taken seat', async () => {
  const visitors = await Promise.all(Array.from({ length: 16 }, (_, index) => visitor(index)));
  const [first] = visitors;
  const seat = await walkToConfirm(first?.one as RelayClient);
  await Promise.all(visitors.slice(1).map(({ one }) => walkToConfirm(one, seat)));

  const answers = await Promise.all(visitors.map(({ one }) => one.call('next', {}, 'Book it.')));
  const won = answers.filter(({ type }) => type === 'tool.result');
  expect(won).toHaveLength(1);
  const winner = answers.indexOf(won[0] as ClientFrame);
  for (const [index, answer] of answers.entries()) {
    if (index === winner) continue;
    expect(answer).toMatchObject({
      type: 'error',
      payload: { code: 'TOOL_EXECUTION_FAILED', message: expect.stringContaining(seat) },
    });
  }
  const { rows } = await pool().query(
    `SELECT b.reference, array_agg(s.seat) AS seats
     FROM cinema_bookings b JOIN cinema_booking_seats s ON s.booking_id = b.id GROUP BY b.reference`,
  );
  const { booking } = specOf(won[0] as ClientFrame).state;
  expect(rows).toEqual([{ reference: booking?.reference, seats: [seat] }]);
  for (const [index, { host, one }] of visitors.entries()) {
    if (index === winner) continue;
    const update = await host.until(
      (frame) => frame.type === 'state.updated' && isTaken(specOf(frame), seat),
      'the seats without the one that was taken',
    );
    expect(specOf(update).stage).toBe('seat');
    expect(isTaken(await snapshot(one), seat)).toBe(true);
  }
});

const isTaken = ({ stage, items }: Spec, seat: string): boolean =>
  stage === 'seat' && items.some(({ id, isDisabled }) => id === seat && isDisabled === true);
