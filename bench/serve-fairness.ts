import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OwnerId } from '@/lib/core/ids';
import { seedFirstParty } from '@/lib/domain/catalog';
import { addWebhook, notifyOwner } from '@/lib/domain/notifications';
import { startBus } from '@/lib/events';
import { startBots } from '@/lib/games/bots';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { loadConfiguredToolsets } from '@/lib/transport/mcp';
import { routeRequests } from '@/server/direct-lane';
import { createHttpServer, listen } from '@/server/http';
import { PageProcess } from '@/server/page-process';
import { startTicker } from '@/server/ticker';

// The transports and all work with due times in a separate process, with two owners: one with thirty agents, one with two. Pages are made
// beside it (bench/serve-pages.ts). A second port makes notices.
const pages = new PageProcess({ file: `${import.meta.dirname}/serve-pages.mjs` });
await pages.begin();
await Promise.all([startBus(), loadConfiguredToolsets()]);
await seedFirstParty();
startBots();
startTicker();
const port = await listen(createHttpServer(routeRequests((...exchange) => pages.serve(...exchange))), { port: 0 });

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
