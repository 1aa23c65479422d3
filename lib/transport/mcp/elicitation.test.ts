import {
  Client as StatelessClient,
  StreamableHTTPClientTransport as StatelessTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { decideApproval, listApprovals } from '@/lib/domain/approvals';
import { seedFirstParty } from '@/lib/domain/catalog';
import { setApprovalRules } from '@/lib/domain/controls';
import { selfRegisterAgent } from '@/lib/domain/keys';
import { claimAgent, previewClaim } from '@/lib/domain/people';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { TIC_TAC_TOE } from '@/lib/testing/play';
import { useServer } from '@/lib/transport/testing/use-server';

// A person approves a call, or becomes an owner, from a chat: the client is shown the page, and cannot decide.

useDatabase();
const server = useServer();
beforeAll(() => seedFirstParty());
const open: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(open.map((client) => client.close())));

type UrlError = { code: number; data: { elicitations: { url: string; message: string; elicitationId: string }[] } };

const CALL = { name: 'memory.set', arguments: { experience_id: TIC_TAC_TOE, data: { best_first_guess: 50 } } };

/** Connects chats, of both revisions, with the key of an agent. */
function chatsOf(apiKey: string) {
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  const url = new URL(`${server.url}/mcp`);
  return {
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
  };
}

async function supervised() {
  const owner = await ownerFixture();
  const { agentId, apiKey } = await agentFixture({ owner });
  await setApprovalRules({ agentId, ownerId: owner.ownerId, tools: ['memory.set'] });
  return {
    owner,
    ...chatsOf(apiKey),
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
    const error = (await client.callTool(CALL).catch((thrown) => thrown)) as UrlError;
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
    let answer: unknown = null;
    call.then((answered) => {
      answer = answered;
    });
    // A call that is made again after the refusal asks again: the owner declines each request.
    const declinePending = async () => {
      const [request] = await listApprovals(owner);
      if (request?.status === 'pending') await decide(false);
      return answer;
    };
    await expect.poll(declinePending).toMatchObject({ isError: true });
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

describe('a claim in a chat', () => {
  const CLAIM = { name: 'me.claim', arguments: {} };
  const tokenOf = (url = '') => /\/claim\/(claim_[0-9A-Za-z]{43})$/.exec(url)?.[1] ?? '';
  const register = () => selfRegisterAgent({ address: '10.0.0.9' });
  const newOwnerId = async () => (await ownerFixture()).ownerId;

  it('is offered by its address alone, the same each time, until a person has become the owner', async () => {
    const { apiKey, claimToken } = await register();
    const client = await chatsOf(apiKey).connect({ url: {} });
    const ask = async () => (await client.callTool(CLAIM).catch((thrown) => thrown)) as UrlError;
    const [first, second] = [await ask(), await ask()];
    expect(first.code).toBe(-32042);
    const token = tokenOf(first.data.elicitations[0]?.url);
    expect(tokenOf(second.data.elicitations[0]?.url)).toBe(token);
    expect(await previewClaim({ token: claimToken })).toBeNull();
    await claimAgent({ token, ownerId: await newOwnerId() });
    expect((await client.callTool(CLAIM)).structuredContent).toEqual({ claimed: true, claim_url: null });
    expect(await previewClaim({ token })).toBeNull();
  });

  it('is opened by a client of 2026-07-28, whose model reads no secret', async () => {
    const { apiKey } = await register();
    const asked: { url?: string }[] = [];
    const client = await chatsOf(apiKey).connectStateless(async (params) => void asked.push(params as object));
    const waiting = await client.callTool(CLAIM);
    expect(waiting.structuredContent).toEqual({ claimed: false, claim_url: null });
    await claimAgent({ token: tokenOf(asked[0]?.url), ownerId: await newOwnerId() });
    expect((await client.callTool(CLAIM)).structuredContent).toEqual({ claimed: true, claim_url: null });
  });

  it('is answered as a link to a client that opens no addresses', async () => {
    const { apiKey } = await register();
    const client = await chatsOf(apiKey).connect({ form: {} });
    const { claimed, claim_url } = (await client.callTool(CLAIM)).structuredContent as Record<string, string>;
    expect(claimed).toBe(false);
    expect(await previewClaim({ token: tokenOf(claim_url) })).not.toBeNull();
  });

  it('is never offered for an agent that an owner has made', async () => {
    const { apiKey, agentId } = await agentFixture({ owner: await ownerFixture() });
    const client = await chatsOf(apiKey).connect({ url: {} });
    expect((await client.callTool(CLAIM)).structuredContent).toEqual({ claimed: true, claim_url: null });
    const { rows } = await pool().query('SELECT claim_hash FROM agents WHERE id = $1', [agentId]);
    expect(rows).toEqual([{ claim_hash: null }]);
  });
});
