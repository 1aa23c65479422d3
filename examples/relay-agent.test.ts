import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { bookingApp } from '@/lib/domain/booking';
import { registerRelayApp } from '@/lib/domain/relay';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { openRelayServer, RelayClient } from '@/server/relay/testing/relay-server';
import { startExample } from './testing/run-example';

useDatabase();

let relay: Awaited<ReturnType<typeof openRelayServer>>;
beforeAll(async () => {
  registerRelayApp(bookingApp);
  await startBus();
  relay = await openRelayServer();
});
afterAll(async () => {
  await relay.close();
  await stopBus();
});

const runAgent = (...args: string[]): Promise<string> => startExample('relay-agent.ts', args).ended;

describe('the example agent of the relay', () => {
  it('books seats by following toolSchema, and its booking is in the database', async () => {
    const page = await RelayClient.overSocketIo(relay.url);
    await page.ask('relay.join', { role: 'host' }, { ext: { app: 'booking', participant: 'a-browser-secret' } });
    const output = await runAgent('--url', `ws://${relay.url}/agent/ws`, '--seats', '3');
    const [, reference] = /Booked: (\w+)/.exec(output) ?? [output];
    const { rows } = await pool().query(
      `SELECT count(*)::int AS seats FROM cinema_bookings b JOIN cinema_booking_seats s ON s.booking_id = b.id
       WHERE b.reference = $1`,
      [reference],
    );
    expect(rows).toEqual([{ seats: 3 }]);
    expect(output).toMatch(/Ended\. Log: logs\/study\/s-\d{8}-001\.jsonl/);
    expect(page.ofType('tool.called').every(({ payload }) => payload.ok === true)).toBe(true);
    page.close();
  }, 60_000);

  it('says in one line that no relay answers, and that a session may not be joined', async () => {
    expect(await runAgent('--url', 'ws://127.0.0.1:9/agent/ws')).toBe(
      'No relay answers at ws://127.0.0.1:9/agent/ws.\n',
    );
  }, 30_000);
});
