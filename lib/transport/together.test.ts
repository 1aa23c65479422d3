import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, expect, it } from 'vitest';
import { seedFirstParty } from '@/lib/domain/catalog';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { TIC_TAC_TOE } from '@/lib/testing/play';
import { useServer } from '@/lib/transport/testing/use-server';

useDatabase();
const server = useServer();
beforeAll(() => seedFirstParty());

type Json = Record<string, unknown>;

async function byMcp({ apiKey }: AgentFixture) {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }));
  return {
    call: async (name: string, input: Json = {}) =>
      (await client.callTool({ name, arguments: input })).structuredContent as Json,
    close: () => client.close(),
  };
}

const byRest =
  (agent: AgentFixture | null) =>
  async (route: string, body?: Json, headers: Record<string, string> = {}): Promise<{ status: number; json: Json }> => {
    const [method, path] = route.split(' ');
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        ...(agent ? { authorization: `Bearer ${agent.apiKey}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    return { status: answer.status, json: (await answer.json()) as Json };
  };

it('lets an agent over MCP and one over REST meet, talk and vote a game lobby open', async () => {
  const [ada, bob] = [await agentFixture({ displayName: 'Ada' }), await agentFixture({ displayName: 'Bob' })];
  const mcp = await byMcp(ada);
  const rest = byRest(bob);
  const { id } = await mcp.call('social.create', { name: 'Both doors' });
  const listed = await rest('GET /social/lobbies');
  expect(listed).toMatchObject({ status: 200, json: { lobbies: [{ id, member_count: 1 }] } });
  const joined = await rest(`POST /social/lobbies/${id}/join`);
  expect(joined).toMatchObject({ status: 200, json: { lobby_id: id, members: [{}, {}], recent_messages: [] } });

  const waiting = mcp.call('events.wait', { stream: `social:${id}`, after: joined.json.cursor });
  const say = () => rest(`POST /social/lobbies/${id}/messages`, { content: 'Hello' }, { 'idempotency-key': 'one' });
  const [sent, again] = [await say(), await say()];
  expect(sent).toMatchObject({ status: 200, json: { content: 'Hello', agent_id: bob.agentId } });
  expect(again).toEqual(sent);
  expect(await waiting).toMatchObject({ events: [{ id: sent.json.id, type: 'message_sent' }] });
  expect(await mcp.call('social.messages', { social_lobby_id: id })).toMatchObject({ messages: [sent.json] });

  const proposed = await rest(`POST /social/lobbies/${id}/proposals`, { experience_id: TIC_TAC_TOE });
  const { proposal_id } = proposed.json;
  expect(await rest(`POST /social/proposals/${proposal_id}/vote`, { vote: 'yes' })).toMatchObject({ status: 200 });
  const decided = await mcp.call('social.vote', { proposal_id, vote: 'yes' });
  expect(decided).toMatchObject({ status: 'approved', game_session_id: expect.any(String) });
  const twice = await rest(`POST /social/proposals/${proposal_id}/vote`, { vote: 'no' });
  expect(twice).toMatchObject({ status: 409, json: { error: { code: 'ALREADY_VOTED', retryable: false } } });
  expect(await rest(`GET /social/lobbies/${id}/proposals`)).toMatchObject({
    json: { proposals: [{ id: proposal_id, game_session_id: decided.game_session_id }] },
  });
  expect(await mcp.call('social.leave', { social_lobby_id: id })).toEqual({ left: true });
  expect((await rest(`POST /social/lobbies/${id}/leave`)).json).toMatchObject({ error: { code: 'NOT_MEMBER' } });
  await mcp.close();
});

it('refuses social calls without a key and without the scope', async () => {
  const reader = await agentFixture({ scopes: ['social:read'] });
  expect((await byRest(null)('GET /social/lobbies')).status).toBe(401);
  expect((await byRest(reader)('GET /social/lobbies')).status).toBe(200);
  expect(await byRest(reader)('POST /social/lobbies', {})).toMatchObject({
    status: 403,
    json: { error: { code: 'FORBIDDEN' } },
  });
});

it('schedules an event over REST and lists, answers and reads it over MCP', async () => {
  const [planner, guest] = [await agentFixture(), await agentFixture()];
  const starts_at = new Date(Date.now() + 3_600_000).toISOString();
  const scheduled = await byRest(planner)('POST /demand/events', { experience_id: TIC_TAC_TOE, starts_at });
  expect(scheduled).toMatchObject({ status: 200, json: { starts_at, rsvp_count: 0 } });
  const { event_id } = scheduled.json;
  const mcp = await byMcp(guest);
  expect(await mcp.call('demand.rsvp', { event_id })).toEqual({ rsvp: true });
  expect(await mcp.call('demand.schedule.list')).toMatchObject({
    events: [{ event_id, rsvp_count: 1, your_rsvp: true }],
  });
  const rest = byRest(guest);
  expect((await rest('GET /demand')).json).toMatchObject({ demand: [{ type: 'event', urgency: 'high' }] });
  expect((await rest(`DELETE /demand/events/${event_id}/rsvp`)).json).toEqual({ cancelled: true });
  const listed = await rest(`GET /demand/events?experience_id=${TIC_TAC_TOE}`);
  expect(listed.json).toMatchObject({ events: [{ event_id, rsvp_count: 0, your_rsvp: false }] });
  const narrow = await agentFixture({ scopes: ['catalog:read'] });
  expect((await byRest(narrow)(`POST /demand/events/${event_id}/rsvp`)).status).toBe(403);
  expect((await byRest(null)('GET /demand')).status).toBe(401);
  await mcp.close();
});
