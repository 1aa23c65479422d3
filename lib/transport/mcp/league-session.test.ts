import { describe, expect, it } from 'vitest';
import { registerPlayer } from '@/lib/domain/leagues';
import { useCatalog } from '@/lib/testing/catalog';
import { agentFixture } from '@/lib/testing/fixtures';
import { openRawSession, postMcp, rpc } from '@/lib/transport/testing/mcp';
import { useServer } from '@/lib/transport/testing/use-server';

useCatalog();
const server = useServer();

const named = (names: string[]) => names.map((name) => ({ name }));

describe('a session with the league manager', () => {
  it('has the name of league.md, its five tools and resources that can be read and subscribed to', async () => {
    const { apiKey, caller } = await agentFixture();
    const url = `${server.url}/mcp/league`;
    await registerPlayer({
      caller,
      leagueId: null,
      displayName: 'A',
      version: '1',
      gameTypes: null,
      endpoint: 'http://localhost:8301/mcp',
    });
    const session = await openRawSession(url, apiKey);
    const listed = await postMcp(url, rpc('tools/list'), session);
    expect(listed.json?.result?.tools).toMatchObject(
      named(['register_player', 'get_standings', 'schedule_match', 'make_move', 'get_my_state']),
    );
    const resources = await postMcp(url, rpc('resources/list'), session);
    expect(resources.json?.result?.resources).toMatchObject([
      { uri: 'league://standings' },
      { uri: 'league://schedule' },
    ]);
    const read = await postMcp(url, rpc('resources/read', { uri: 'league://standings' }), session);
    const [content] = (read.json?.result?.contents ?? []) as { text: string }[];
    expect(JSON.parse(content?.text ?? '')).toMatchObject({ standings: [{ player_id: 'P01' }] });
    const subscribed = await postMcp(url, rpc('resources/subscribe', { uri: 'league://standings' }), session);
    expect(subscribed.json?.result).toEqual({});
    const referee = `${server.url}/mcp/referee`;
    const other = await openRawSession(referee, apiKey);
    const templates = await postMcp(referee, rpc('resources/templates/list'), other);
    expect(templates.json?.result?.resourceTemplates).toMatchObject([
      { uriTemplate: 'game://state/{match_id}' },
      { uriTemplate: 'game://state/{match_id}{?league_id}' },
    ]);
    const missing = await postMcp(referee, rpc('resources/read', { uri: 'game://state/R9M9' }), other);
    expect(missing.json?.error).toBeDefined();
  });

  it('takes 100 requests a minute of a credential, as without a session; the answer of a tool says when to go on', async () => {
    const { apiKey } = await agentFixture();
    const url = `${server.url}/mcp/league`;
    const session = await openRawSession(url, apiKey);
    const call = () => postMcp(url, rpc('tools/call', { name: 'get_my_state', arguments: {} }), session);
    const answers = [];
    for (let n = 0; n < 12; n++) answers.push(...(await Promise.all(Array.from({ length: 9 }, call))));
    const refused = answers.filter(({ json }) => json?.result?.isError === true);
    expect(refused.length).toBeGreaterThanOrEqual(8);
    expect(JSON.stringify(refused[0]?.json)).toContain('RATE_LIMITED');
    expect(answers.slice(0, 90).every(({ json }) => json?.result?.isError !== true)).toBe(true);
    const plain = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: rpc('ping'),
    });
    expect(plain.status).toBe(429);
  });
});
