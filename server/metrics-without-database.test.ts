import { afterAll, beforeAll, expect, it } from 'vitest';
import '@/lib/data/months/make-months';
import { startBus, stopBus } from '@/lib/events';
import { useBreakableDatabase } from '@/lib/testing/database';
import { serveTransports, type TestServer } from '@/lib/transport/testing/serve';

const database = useBreakableDatabase();
let server: TestServer;
beforeAll(async () => {
  await startBus();
  server = await serveTransports();
});
afterAll(async () => {
  database().repair();
  await server.close();
  await stopBus();
});

it('answers /metrics without a database, with the metrics that its alarms need', async () => {
  const read = async () => {
    const answer = await fetch(`${server.url}/metrics`);
    return { status: answer.status, text: await answer.text() };
  };
  const whole = await read();
  expect(whole.text).toMatch(/^botplay_partition_months_ahead \d/m);
  expect(whole.text).toMatch(/^botplay_partition_rows_without_month 0$/m);
  database().cut();
  const cut = await read();
  expect(cut.status).toBe(200);
  expect(cut.text).toMatch(/^botplay_bus_healthy [01]$/m);
  expect(cut.text).toMatch(/^botplay_database_waiting \d/m);
  expect(cut.text).not.toMatch(/^botplay_partition_months_ahead \d/m);
});
