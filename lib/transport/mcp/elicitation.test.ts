import {
  Client as StatelessClient,
  StreamableHTTPClientTransport as StatelessTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideApproval, listApprovals } from '@/lib/domain/approvals';
import { seedFirstParty } from '@/lib/domain/catalog';
import { setApprovalRules } from '@/lib/domain/controls';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { TIC_TAC_TOE } from '@/lib/testing/play';
import { useServer } from '@/lib/transport/testing/use-server';

// A person approves a call from a chat: the client is shown the page, and cannot decide.

useDatabase();
const server = useServer();
beforeAll(() => seedFirstParty());
const open: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(open.map((client) => client.close())));

const CALL = { name: 'memory.set', arguments: { experience_id: TIC_TAC_TOE, data: { best_first_guess: 50 } } };

async function supervised() {
  const owner = await ownerFixture();
  const { agentId, apiKey } = await agentFixture({ owner });
  await setApprovalRules({ agentId, ownerId: owner.ownerId, tools: ['memory.set'] });
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  const url = new URL(`${server.url}/mcp`);
  return {
    owner,
    connect: async (elicitation: { url?: object; form?: Record<string, never> }) => {
      const client = new Client({ name: 'chat', version: '1' }, { capabilities: { elicitation } });
      client.setRequestHandler(ElicitRequestSchema, async () => ({ action: 'accept', content: { approved: true } }));
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      open.push(client);
      return client;
    },
    connectStateless: async (onAsked: (params: unknown) => Promise<void>) => {
      const client = new StatelessClient(
        { name: 'chat', version: '1' },
        { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode: 'auto' } },
      );
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        await onAsked(params);
        return { action: 'accept' };
      });
      await client.connect(new StatelessTransport(url, { requestInit }));
      open.push(client);
      return client;
    },
    /** Decides the newest request, as the owner does on the page. */
    decide: async (isApproved = true) => {
      const [request] = await listApprovals(owner);
      return decideApproval({ ...owner, approvalId: request?.approval_id ?? '', isApproved });
    },
  };
}

describe('an approval in a chat', () => {
  it('is asked for by the address of the page immediately, and the call made again happens once approved', async () => {
    const { connect, decide, owner } = await supervised();
    const client = await connect({ url: {} });
    const startedMs = performance.now();
    const error = (await client.callTool(CALL).catch((thrown) => thrown)) as {
      code: number;
      data: { elicitations: { url: string; message: string; elicitationId: string }[] };
    };
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    expect(error.code).toBe(-32042);
    const [request] = await listApprovals(owner);
    expect(error.data.elicitations).toEqual([
      {
        mode: 'url',
        elicitationId: request?.approval_id,
        url: expect.stringMatching(/\/console\/approvals$/),
        message: expect.stringContaining('memory.set waits for the approval of your owner'),
      },
    ]);
    await decide();
    expect((await client.callTool(CALL)).isError).toBeFalsy();
    const third = (await client.callTool(CALL).catch((thrown) => thrown)) as { code: number };
    expect(third.code).toBe(-32042);
  });

  it('is asked for by a result of 2026-07-28, and the client makes the call again by itself', async () => {
    const { connectStateless, decide } = await supervised();
    const asked: unknown[] = [];
    const client = await connectStateless(async (params) => {
      asked.push(params);
      await decide();
    });
    const answer = await client.callTool(CALL);
    expect(answer.isError).toBeFalsy();
    expect(asked).toMatchObject([{ mode: 'url', url: expect.stringContaining('/console/approvals') }]);
  });

  it('is never decided by the client: what it answers approves nothing', async () => {
    const { connectStateless, decide, owner } = await supervised();
    const client = await connectStateless(async () => undefined);
    const call = client.callTool(CALL);
    await expect.poll(async () => (await listApprovals(owner))[0]?.status).toBe('pending');
    await decide(false);
    expect(await call).toMatchObject({ isError: true });
  });

  it('waits for the console where the client has forms alone', async () => {
    const { connect, decide, owner } = await supervised();
    const client = await connect({ form: {} });
    const call = client.callTool(CALL);
    await expect.poll(async () => (await listApprovals(owner))[0]?.status).toBe('pending');
    await decide();
    expect((await call).isError).toBeFalsy();
  });
});
