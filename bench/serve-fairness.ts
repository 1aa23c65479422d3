import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toPng } from '@/app/pictures/png';
import type { OwnerId } from '@/lib/core/ids';
import { seedFirstParty } from '@/lib/domain/catalog';
import { addWebhook, notifyOwner } from '@/lib/domain/notifications';
import { startBus } from '@/lib/events';
import { startBots } from '@/lib/games/bots';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { loadConfiguredToolsets } from '@/lib/transport/mcp';
import { routeRequests } from '@/server/direct-lane';
import { createHttpServer, listen } from '@/server/http';
import { startTicker } from '@/server/ticker';

// The transports and all work with due times in a separate process, with two owners: one with thirty agents, one with two.
// Next is replaced by a handler that uses the processor as long as a page of Next does; a picture is composed for as long, and
// painted by the product's thread. A second port makes notices.
const PAGE = { parts: 6, partMs: 4 };
const PICTURE = { parts: 1, partMs: 8 };
const DOWNLOAD = { parts: 100, partMs: 1 };
const SHAPES = Array.from(
  { length: 400 },
  (_, shape) =>
    `<circle cx="${(shape * 97) % 1_200}" cy="${(shape * 61) % 630}" r="${5 + (shape % 40)}" fill="#${(shape * 7_919).toString(16).padStart(6, '0').slice(-6)}"/>`,
).join('');
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">${SHAPES}</svg>`;

function workOf(url: string) {
  if (url.includes('opengraph-image')) return PICTURE;
  return url.includes('record.jsonl') ? DOWNLOAD : PAGE;
}

function burn(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { parts, partMs } = workOf(request.url ?? '');
  for (let part = 0; part < parts; part++) {
    burn(partMs);
    response.write('x'.repeat(1_000));
    await nextTurn();
  }
  response.end(request.url?.includes('opengraph-image') ? await toPng(SVG) : undefined);
}

await Promise.all([startBus(), loadConfiguredToolsets()]);
await seedFirstParty();
startBots();
startTicker();
const port = await listen(createHttpServer(routeRequests(servePage)), 0);

async function ownerWith(agents: number) {
  const owner = await ownerFixture();
  const fixtures = await Promise.all(Array.from({ length: agents }, () => agentFixture({ owner })));
  return { ownerId: owner.ownerId, agents: fixtures.map(({ agentId, apiKey }) => ({ agentId, apiKey })) };
}

interface Orders {
  ownerId: OwnerId;
  url?: string;
  notices?: number;
}

const control = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { ownerId, url, notices = 0 } = JSON.parse(Buffer.concat(chunks).toString()) as Orders;
  if (url) await addWebhook({ ownerId, url, types: [] });
  for (let notice = 0; notice < notices; notice++)
    await notifyOwner({ ownerId, type: 'cap_reached', data: { limit: 1 } });
  response.end();
});
await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));

process.stdout.write(
  `${JSON.stringify({
    url: `http://127.0.0.1:${port}`,
    controlUrl: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    attacker: await ownerWith(30),
    other: await ownerWith(3),
  })}\n`,
);
process.once('SIGTERM', () => process.exit(0));
