import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { deleteExperience } from '@/lib/domain/deletion';
import { startBus, stopBus } from '@/lib/events';
import { ALL_GAMES } from '@/lib/games';
import { useDatabase } from '@/lib/testing/database';
import { fastestMs } from '@/lib/testing/fastest';
import { exampleManifest } from '@/lib/testing/manifest';
import { firstPartyExperienceId, listFilters, type Publisher, playableNow } from './catalog.schema';
import {
  browseExperiences,
  getExperience,
  getPlayable,
  getPlayed,
  listExperiences,
  listOwnExperiences,
  seedFirstParty,
} from './catalog.service';
import { readFacets } from './catalog-facets';
import { parseManifest } from './manifest.schema';
import { registerExperience, updateExperience } from './publish-experience';

useDatabase();

beforeAll(startBus);
afterAll(stopBus);

const newPublisher = (): Publisher => ({ agentId: newId(), ownerId: null });

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: AppError) => error.code,
  );
}

async function list(filters: Record<string, unknown> = {}) {
  return listExperiences(listFilters.parse(filters));
}

describe('a manifest', () => {
  it('is accepted as text and as object, with defaults filled in', () => {
    const sent = exampleManifest();
    const parsed = parseManifest(JSON.stringify(sent));
    expect(parsed).toEqual(parseManifest(sent));
    expect(parsed).toMatchObject({
      listed: true,
      mcp: { auth: 'none', optional_tools: [] },
      sessions: { max_players: 1 },
    });
  });

  it.each([
    ['an unknown field', { surprise: 1 }, ['manifest']],
    ['an empty name', { name: ' ' }, ['manifest', 'name']],
    ['a name that is too long', { name: 'x'.repeat(101) }, ['manifest', 'name']],
    ['a control character', { name: 'a\u0007b' }, ['manifest', 'name']],
    ['a name that shows nothing', { name: '\u200b\u3164' }, ['manifest', 'name']],
    ['a summary that turns the page around', { summary: 'a\u202eb' }, ['manifest', 'summary']],
    ['an invalid version', { version: 'one' }, ['manifest', 'version']],
    ['a summary that is too long', { summary: 'x'.repeat(501) }, ['manifest', 'summary']],
    ['a category that is no slug', { category: 'Big Games' }, ['manifest', 'category']],
    ['too many tags', { tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }, ['manifest', 'tags']],
    ['a repeated tag', { tags: ['a', 'a'] }, ['manifest', 'tags']],
    ['a third tier', { tier: 3 }, ['manifest', 'tier']],
    ['tier 2 without a server', { mcp: undefined }, ['manifest', 'mcp']],
    ['a missing publisher', { publisher: undefined }, ['manifest', 'publisher']],
    ['a script as homepage', { homepage_url: 'javascript:alert(1)' }, ['manifest', 'homepage_url']],
    ['credentials in a URL', { rest: { base_url: 'https://a:b@example.org' } }, ['manifest', 'rest', 'base_url']],
    ['a scheme that is not http', { rest: { base_url: 'gopher://example.org' } }, ['manifest', 'rest', 'base_url']],
    [
      'an unknown placeholder',
      { ui: { session_ui_url_template: 'https://e.org/{agent_id}' } },
      ['manifest', 'ui', 'session_ui_url_template'],
    ],
    [
      'a script as template',
      { ui: { session_ui_url_template: 'javascript:{session_id}' } },
      ['manifest', 'ui', 'session_ui_url_template'],
    ],
    [
      'fewer players than the fewest',
      { sessions: { min_players: 3, max_players: 2 } },
      ['manifest', 'sessions', 'min_players'],
    ],
    ['too many players', { sessions: { max_players: 101 } }, ['manifest', 'sessions', 'max_players']],
    [
      'a missing required tool',
      { mcp: { server_url: 'https://e.org', required_tools: ['experience.info'] } },
      ['manifest', 'mcp', 'required_tools'],
    ],
    [
      'proxy mode of a REST server',
      { mcp: undefined, rest: { base_url: 'https://e.org' }, sessions: { interaction_model: 'proxy' } },
      ['manifest', 'sessions', 'interaction_model'],
    ],
    [
      'matches on a server without the contract',
      { mcp: undefined, discovered: { server_url: 'https://e.org' }, sessions: { multiplayer: { supported: true } } },
      ['manifest', 'sessions', 'multiplayer', 'supported'],
    ],
  ])('with %s is refused at its place', (_, overrides, path) => {
    let error: AppError | undefined;
    try {
      parseManifest(JSON.parse(JSON.stringify(exampleManifest(overrides))));
    } catch (thrown) {
      error = thrown as AppError;
    }
    expect(error?.code).toBe('VALIDATION_ERROR');
    const issues = error?.details?.issues as { path: unknown[] }[];
    expect(issues.map((issue) => issue.path.slice(0, path.length))).toContainEqual(path);
  });

  it('is refused when it is not JSON or names a prototype property', () => {
    expect(() => parseManifest('{')).toThrow(/not JSON/);
    expect(() => parseManifest('{"__proto__":{"tier":1}}')).toThrow(/__proto__/);
    expect(() => parseManifest(exampleManifest({ lobby_config_schema: { a: 'x'.repeat(70_000) } }))).toThrow(/64 KB/);
  });
});

describe('a manifest of 60 KB', () => {
  const text = (part: string) => part.repeat(60_000 / part.length);

  it.each<[string, Record<string, unknown>]>([
    ['a name of spaces', { name: `x${text(' ')}x` }],
    ['a name of combining characters', { name: text('\u0301') }],
    ['a publisher of letters that look like others', { publisher: { name: text('\u0432\u03bf') } }],
    ['a category of separators', { category: `${text('a-')}!` }],
    ['a version of dots', { version: `1.0.0-${text('a.')}!` }],
    ['a template of braces', { ui: { session_ui_url_template: `https://x.example/${text('{session_id}')}{` } }],
    ['a template of open braces', { ui: { session_ui_url_template: text('{') } }],
    ['a home page of slashes', { homepage_url: `https://${text('/')}` }],
    ['a server of colons', { mcp: { server_url: `http://${text(':')}`, required_tools: [] } }],
    ['many tags', { tags: Array.from({ length: 10_000 }, () => 'a-') }],
  ])('with %s is refused within 200 ms', async (_, overrides) => {
    const sent = JSON.stringify(exampleManifest(overrides)).slice(0, 65_536);
    expect(await fastestMs(() => expect(() => parseManifest(sent)).toThrow())).toBeLessThan(200);
  });
});

describe('registering', () => {
  it('refuses a lobby_config_schema over the limits, or one that does not compile, with the path of the fault', async () => {
    const schemas: [unknown, unknown[]][] = [
      [{ $ref: '#' }, ['manifest', 'lobby_config_schema', '$ref']],
      [{ properties: { map: { pattern: '(' } } }, ['manifest', 'lobby_config_schema', 'properties', 'map', 'pattern']],
      [{ type: 'nothing' }, ['manifest', 'lobby_config_schema']],
    ];
    for (const [lobby_config_schema, path] of schemas) {
      const registering = registerExperience({
        publisher: newPublisher(),
        manifest: exampleManifest({ lobby_config_schema }),
      });
      await expect(registering).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { issues: [{ path }] },
      });
    }
  });

  it('returns the experience, pending until it is verified', async () => {
    const publisher = newPublisher();
    const registered = await registerExperience({
      publisher,
      manifest: JSON.stringify(exampleManifest({ name: 'Answers' })),
    });
    expect(registered).toMatchObject({
      name: 'Answers',
      verification_status: 'pending',
      created_by: publisher.agentId,
      kind: 'mcp',
    });
    expect(await getExperience({ experienceId: registered.id })).toEqual(registered);
    expect((await listOwnExperiences({ publisher })).map(({ id }) => id)).toEqual([registered.id]);
    expect(await codeOf(getPlayable({ experienceId: registered.id }))).toBe('EXPERIENCE_NOT_VERIFIED');
  });

  it('leaves an experience of tier 1 unverified and unplayable', async () => {
    const registered = await registerExperience({
      publisher: newPublisher(),
      manifest: exampleManifest({ tier: 1, mcp: undefined, homepage_url: 'https://e.org' }),
    });
    expect(registered).toMatchObject({ verification_status: 'unverified', kind: 'link', playable_now: false });
    expect(await codeOf(getPlayable({ experienceId: registered.id }))).toBe('EXPERIENCE_TOOL_NOT_FOUND');
  });

  it('never exceeds the quota under concurrent registrations', async () => {
    const publisher = newPublisher();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => codeOf(registerExperience({ publisher, manifest: exampleManifest() }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'QUOTA_EXCEEDED')).toHaveLength(5);
    expect(await listOwnExperiences({ publisher })).toHaveLength(5);
  });

  it('accepts a name of a publisher once under concurrent registrations', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () =>
        codeOf(registerExperience({ publisher: newPublisher(), manifest: exampleManifest({ name: 'Once' }) })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'DUPLICATE_EXPERIENCE')).toHaveLength(5);
  });

  it.each(['Botplay', ' botplay', 'BOT-PLAY', 'Ｂｏｔｐｌａｙ', 'Bоtplay', 'B0tplay', 'ΒΟΤΡLΑΥ', 'Bótpláy'])(
    'does not let %s publish',
    async (name) => {
      expect(
        await codeOf(
          registerExperience({ publisher: newPublisher(), manifest: exampleManifest({ publisher: { name } }) }),
        ),
      ).toBe('VALIDATION_ERROR');
    },
  );
});

describe('updating and deleting', () => {
  it('are allowed only to the agent that registered the experience', async () => {
    const publisher = newPublisher();
    const registered = await registerExperience({ publisher, manifest: exampleManifest() });
    const change = { experienceId: registered.id, manifest: exampleManifest() };
    expect(await codeOf(updateExperience({ publisher: newPublisher(), ...change }))).toBe('NOT_OWNER');
    expect(await codeOf(deleteExperience({ publisher: newPublisher(), experienceId: registered.id }))).toBe(
      'NOT_OWNER',
    );
    expect(await codeOf(deleteExperience({ publisher, experienceId: newId() }))).toBe('NOT_FOUND');
  });

  it('an update resets the verification and leaves running sessions open', async () => {
    const publisher = newPublisher();
    const registered = await registerExperience({ publisher, manifest: exampleManifest() });
    await pool().query(`UPDATE experiences SET verification_status = 'verified' WHERE id = $1`, [registered.id]);
    const played = await getPlayable({ experienceId: registered.id });
    expect(await getPlayable({ experienceId: registered.id })).toBe(played);
    const next = exampleManifest({ rest: { base_url: 'https://other.example.org/api' }, mcp: undefined });
    const updated = await updateExperience({ publisher, experienceId: registered.id, manifest: next });
    expect(updated).toMatchObject({ verification_status: 'unverified', kind: 'rest' });
    expect(await codeOf(getPlayable({ experienceId: registered.id }))).toBe('EXPERIENCE_NOT_VERIFIED');
    expect((await getPlayed({ experienceId: registered.id })).target?.url).toBe('https://other.example.org/api');
  });

  it('a rename to a used name is refused', async () => {
    const publisher = newPublisher();
    const duplicate = exampleManifest();
    await registerExperience({ publisher, manifest: duplicate });
    const registered = await registerExperience({ publisher, manifest: exampleManifest() });
    expect(await codeOf(updateExperience({ publisher, experienceId: registered.id, manifest: duplicate }))).toBe(
      'DUPLICATE_EXPERIENCE',
    );
  });

  it('a deletion is refused while agents play', async () => {
    const publisher = newPublisher();
    const registered = await registerExperience({ publisher, manifest: exampleManifest() });
    const [agentId, sessionId] = [newId(), newId()];
    await pool().query(
      `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status) VALUES ($1, $2, $3, 'x', 'active')`,
      [sessionId, agentId, registered.id],
    );
    expect(await codeOf(deleteExperience({ publisher, experienceId: registered.id }))).toBe('INVALID_STATE');
    await pool().query(`UPDATE sessions SET status = 'completed', ended_at = now() WHERE id = $1`, [sessionId]);
    await deleteExperience({ publisher, experienceId: registered.id });
    expect(await codeOf(getExperience({ experienceId: registered.id }))).toBe('NOT_FOUND');
    expect((await pool().query('SELECT 1 FROM sessions WHERE id = $1', [sessionId])).rowCount).toBe(0);
  });
});

describe('built-in games', () => {
  it('come first in the catalog, verified and playable, with stable ids', async () => {
    await seedFirstParty();
    await seedFirstParty();
    const { experiences } = await list();
    const games = ALL_GAMES;
    expect(experiences.slice(0, games.length).map(({ id }) => id)).toEqual(
      games.map((game) => firstPartyExperienceId(game.id)),
    );
    expect(experiences[0]).toMatchObject({
      publisher_name: 'Botplay',
      playable_now: true,
      playable_now_reason: 'verified_online',
    });
    const playable = await getPlayable({ experienceId: firstPartyExperienceId('tic_tac_toe') });
    expect(playable).toMatchObject({
      kind: 'builtin',
      gameId: 'tic_tac_toe',
      sessionUiUrlTemplate: '/matches/{session_id}',
    });
    expect(playable.gameplayInstructions).toBeTruthy();
  });

  it('cannot be deleted by a publisher', async () => {
    const experienceId = firstPartyExperienceId('tic_tac_toe');
    expect(await codeOf(deleteExperience({ publisher: newPublisher(), experienceId }))).toBe('NOT_OWNER');
    expect(await codeOf(deleteExperience({ publisher: { agentId: null, ownerId: newId() }, experienceId }))).toBe(
      'NOT_OWNER',
    );
  });
});

describe('the catalog', () => {
  beforeAll(async () => {
    await pool().query(
      `INSERT INTO experiences (id, name, version, summary, category, tags, tier, listed, publisher_name, manifest, kind,
         verification_status, live_status, rank)
       SELECT gen_random_uuid(), 'Bulk ' || n, '1.0.0', CASE WHEN n % 40 = 1 THEN 'A 100% Rare_Bird of word' ELSE 'Common words' END,
         CASE WHEN n % 3 = 0 THEN 'bulk-three' ELSE 'bulk' END, ARRAY['bulk', 'm' || (n % 7)], 1 + n % 2, n % 5 <> 0, 'Bulk ' || n,
         '{}', 'link', CASE WHEN n % 4 = 0 THEN 'verified' ELSE 'unverified' END, CASE WHEN n % 6 = 0 THEN 'online' ELSE 'unknown' END, n / 2
       FROM generate_series(1, 1000) n`,
    );
    await registerExperience({ publisher: newPublisher(), manifest: exampleManifest({ category: 'elsewhere' }) });
  });

  it('lists every entry once with every page size', async () => {
    for (const limit of [7, 20, 50, 100]) {
      const seen: string[] = [];
      const { pagination } = await list({ tag: 'bulk', limit });
      for (let page = 1; page <= pagination.total_pages; page++) {
        seen.push(...(await list({ tag: 'bulk', limit, page })).experiences.map(({ id }) => id));
      }
      expect(pagination.total).toBe(800);
      expect(seen).toHaveLength(800);
      expect(new Set(seen).size).toBe(800);
    }
  });

  it('finds nothing under an empty category or tag, beside pages without filters', async () => {
    const { total } = (await list()).pagination;
    for (const filters of [{ tag: '' }, { category: '' }, { category: 'bulk', tag: '' }]) {
      expect((await list(filters)).pagination.total).toBe(0);
      expect((await list()).pagination.total).toBe(total);
    }
  });

  it('returns an empty page after the last', async () => {
    expect(await list({ tag: 'bulk', page: 900 })).toMatchObject({
      experiences: [],
      pagination: { page: 900, limit: 20, total: 800, total_pages: 40 },
    });
    expect(await list({ search: 'rare bird', page: 900 })).toMatchObject({
      experiences: [],
      pagination: { total: 25 },
    });
    expect(await list({ tag: 'nothing-has-this' })).toMatchObject({
      experiences: [],
      pagination: { total: 0, total_pages: 0 },
    });
  });

  it.each([
    [{ category: 'bulk-three' }, 267],
    [{ category: 'bulk-three', listed: false }, 333],
    [{ tag: 'm3' }, 114],
    [{ tag: 'bulk', tier: 2 }, 400],
    [{ tag: 'bulk', verified_only: true }, 200],
    [{ tag: 'bulk', online_only: true }, 133],
    [{ search: 'RARE' }, 25],
    [{ search: 'rare_bird word' }, 25],
    [{ search: 'rare%bird' }, 0],
    [{ search: 'common', category: 'bulk-three', limit: 100 }, 259],
  ])('filters by %o', async (filters, total) => {
    const page = await list(filters);
    expect(page.pagination.total).toBe(total);
    expect(page.experiences.length).toBe(Math.min(total, page.pagination.limit));
  });

  it('shows people what can be played now, each once and in catalog order, with the number of the others', async () => {
    await pool().query(
      `INSERT INTO experiences (id, name, version, summary, category, tags, tier, listed, publisher_name, manifest, kind,
         verification_status, live_status, rank)
       SELECT gen_random_uuid(), 'State ' || n, '1.0.0', CASE WHEN n % 2 = 0 THEN 'zeppelin' ELSE 'balloon' END, 'states',
         ARRAY['states'], 1 + (n % 3 > 0)::int, n % 7 > 0, 'State ' || n, '{}', 'link',
         (ARRAY['verified', 'connectivity_verified', 'failed', 'pending', 'unverified'])[1 + n % 5],
         (ARRAY['online', 'degraded', 'offline', 'unknown'])[1 + n % 4], n / 2
       FROM generate_series(1, 420) n`,
    );
    for (const filters of [{ tag: 'states', limit: 7 }, { category: 'states' }, { search: 'zeppelin', limit: 9 }]) {
      const read = async (playable_only: boolean) => {
        const of = (page: number) => browseExperiences({ ...listFilters.parse({ ...filters, page }), playable_only });
        const first = await of(1);
        const later = Array.from({ length: first.pagination.total_pages - 1 }, (_, n) => of(n + 2));
        const lines = [first, ...(await Promise.all(later))].flatMap(({ experiences }) => experiences);
        expect(first.pagination.total).toBe(lines.length);
        return { lines, counts: first.counts };
      };
      const [everything, playable] = [await read(false), await read(true)];
      const expected = everything.lines.filter(({ playable_now }) => playable_now);
      expect(expected.length).toBeGreaterThan(20);
      expect(playable.lines.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      for (const { counts } of [everything, playable])
        expect(counts).toEqual({ all: everything.lines.length, playable: expected.length });
      const { page: _page, limit: _limit, ...others } = listFilters.parse(filters);
      expect((await readFacets({ ...others, playable_only: true })).total).toBe(expected.length);
      expect((await list(filters)).pagination.total).toBe(everything.lines.length);
    }
  });

  it('counts each facet under the other filters', async () => {
    const facets = (filters: Record<string, unknown>) => readFacets(listFilters.parse(filters));
    const all = await facets({ tag: 'bulk' });
    expect(all).toMatchObject({ total: 800, verified: 200, online: 133 });
    expect(all.categories).toEqual([
      { value: 'bulk', count: 533 },
      { value: 'bulk-three', count: 267 },
    ]);
    expect(all.tags[0]).toEqual({ value: 'bulk', count: 800 });
    expect(all.tiers).toEqual([
      { value: '1', count: 400 },
      { value: '2', count: 400 },
    ]);
    const filters = { tag: 'bulk', category: 'bulk-three', tier: 2, verified_only: true };
    const totalWith = async (change: object) => (await list({ ...filters, ...change })).pagination.total;
    const chosen = await facets(filters);
    expect(chosen.total).toBe(await totalWith({}));
    for (const { value, count } of chosen.categories) expect(await totalWith({ category: value })).toBe(count);
    for (const { value, count } of chosen.tiers) expect(await totalWith({ tier: Number(value) })).toBe(count);
    for (const { value, count } of chosen.tags) expect(await totalWith({ tag: value })).toBe(count);
    expect(await facets({ search: 'rare bird' })).toMatchObject({ total: 25 });
    expect(await facets({ category: 'nothing-has-this' })).toMatchObject({ total: 0, verified: 0, tiers: [] });
  });

  it('lists a new experience immediately', async () => {
    const before = await list({ category: 'elsewhere' });
    const registered = await registerExperience({
      publisher: newPublisher(),
      manifest: exampleManifest({ category: 'elsewhere' }),
    });
    const after = await list({ category: 'elsewhere' });
    expect(after.pagination.total).toBe(before.pagination.total + 1);
    expect(after.experiences[0]?.id).toBe(registered.id);
  });

  it('lists entries written by other processes on its first page', async () => {
    await list({ category: 'written' });
    await pool().query(`UPDATE experiences SET category = 'written' WHERE name = 'Bulk 7'`);
    expect((await list({ category: 'written' })).experiences.map(({ name }) => name)).toEqual(['Bulk 7']);
  });
});

describe('playableNow', () => {
  it.each([
    [2, 'verified', 'online', true, 'verified_online'],
    [2, 'verified', 'degraded', true, 'verified_online'],
    [2, 'verified', 'unknown', true, 'verified_status_unknown'],
    [2, 'verified', 'offline', false, 'offline'],
    [2, 'connectivity_verified', 'unknown', true, 'verified_status_unknown'],
    [2, 'pending', 'online', false, 'unverified'],
    [2, 'failed', 'online', false, 'unverified'],
    [1, 'verified', 'online', false, 'unverified'],
  ] as const)('tier %s, %s and %s', (tier, verificationStatus, liveStatus, playable_now, playable_now_reason) => {
    expect(playableNow({ tier, verificationStatus, liveStatus })).toEqual({ playable_now, playable_now_reason });
  });
});
