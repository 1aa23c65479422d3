import { beforeAll, describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { useCatalog } from '@/lib/testing/catalog';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { serveServers, serveVersion } from '.';
import { ownServerJson, serverJson } from './server-json';

useCatalog();
const remote = useRemoteExperiences();

const ORIGIN = 'https://play.example.org';

interface Listed {
  servers: { server: { name: string; version: string; remotes: { url: string }[] } }[];
  metadata: { count: number; nextCursor?: string };
}

const list = async (query = ''): Promise<Listed> =>
  (await serveServers(new Request(`${ORIGIN}/v0.1/servers${query}`), ORIGIN)).json() as Promise<Listed>;

describe('server.json', () => {
  it('has the name of the host in reverse, and an address for play and for all tools', () => {
    const own = ownServerJson(ORIGIN);
    expect(serverJson.parse(own)).toMatchObject({
      name: 'org.example.play/botplay',
      remotes: [{ url: `${ORIGIN}/mcp/play` }, { url: `${ORIGIN}/mcp` }],
    });
    expect(ownServerJson('http://127.0.0.1:3000').name).toBe('localhost/botplay');
    expect(serverJson.safeParse({ ...own, description: 'x'.repeat(101) }).success).toBe(false);
    expect(serverJson.safeParse({ ...own, version: '^1.0.0' }).success).toBe(false);
  });
});

describe('the registry', () => {
  let url = '';
  beforeAll(async () => {
    url = (await remote.playable({ transport: 'mcp' })).fake.url;
    await remote.playable({ transport: 'mcp' }, { listed: false });
  });

  it('lists this instance and the MCP servers of listed verified experiences, in pages, for every origin', async () => {
    const { servers, metadata } = await list();
    expect(servers.map(({ server }) => server.remotes[0]?.url)).toEqual([`${ORIGIN}/mcp/play`, url]);
    expect(metadata).toEqual({ count: 2 });
    for (const { server } of servers) expect(serverJson.safeParse(server)).toMatchObject({ success: true });
    const answer = await serveServers(new Request(`${ORIGIN}/v0.1/servers?limit=1`), ORIGIN);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect((await list('?search=no+such+server')).servers).toEqual([]);
  });

  it('shows no address with a query, which may contain a key', async () => {
    const { experienceId } = await remote.playable({ transport: 'mcp' });
    const total = (await list()).metadata.count;
    await pool().query(
      `UPDATE experiences SET manifest = jsonb_set(manifest::jsonb, '{mcp,server_url}', '"https://example.org/mcp?key=s3cret"') WHERE id = $1`,
      [experienceId],
    );
    const answer = await list();
    expect(answer.metadata.count).toBe(total - 1);
    expect(JSON.stringify(answer)).not.toContain('s3cret');
    await pool().query('UPDATE experiences SET listed = false WHERE id = $1', [experienceId]);
  });

  it('answers each by its name, as the latest version and as that version', async () => {
    for (const { server } of (await list()).servers) {
      for (const version of ['latest', server.version]) {
        const answer = await serveVersion(ORIGIN, encodeURIComponent(server.name), version);
        expect(await answer.json()).toMatchObject({ server: { name: server.name, version: server.version } });
      }
      expect((await serveVersion(ORIGIN, server.name, '0.0.0-none')).status).toBe(404);
    }
    for (const name of ['org.example.play/other', 'x/y-00000000', '%', '../../etc']) {
      expect((await serveVersion(ORIGIN, name, 'latest')).status).toBe(404);
    }
  });

  it.each(['limit=0', 'limit=x', 'cursor=x'])('refuses ?%s', async (query) => {
    expect((await serveServers(new Request(`${ORIGIN}/v0.1/servers?${query}`), ORIGIN)).status).toBe(400);
  });
});
