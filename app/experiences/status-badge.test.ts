import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { registerExperience } from '@/lib/domain/catalog';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase as openDatabase } from '@/lib/testing/database';
import { GET } from './[experienceId]/badge.svg/route';
import { drawStatusBadge } from './status-badge';

openDatabase();
beforeAll(startBus);
afterAll(stopBus);

const badge = (experienceId: string) =>
  GET(new Request('http://localhost:3000/'), { params: Promise.resolve({ experienceId }) });

test('the badge shows verification, live status and uptime, and may be shown by other sites', async () => {
  const { id } = await registerExperience({
    publisher: { agentId: newId(), ownerId: null },
    manifest: {
      name: '<script>alert(1)</script>',
      version: '1.0.0',
      summary: 's',
      category: 'puzzle',
      tier: 2,
      publisher: { name: 'Badge test' },
      rest: { base_url: 'https://guess.example.org' },
    },
  });
  expect(await (await badge(id)).text()).toContain('Botplay: being verified<');
  await pool().query(`UPDATE experiences SET verification_status = 'verified', live_status = 'online' WHERE id = $1`, [
    id,
  ]);
  await pool().query('INSERT INTO status_days (experience_id, day, online, offline) VALUES ($1, now(), 999, 1)', [id]);
  const answer = await badge(id);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=60',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const svg = await answer.text();
  expect(svg).toContain('Botplay: verified, online, 99.9 % uptime<');
  expect(svg).not.toContain('script');
});

test('an unknown experience has no badge', async () => {
  expect((await badge(newId())).status).toBe(404);
  expect((await badge('x')).status).toBe(404);
});

test.each([
  [{ verification_status: 'verified', status: 'online' }, '#12845c', 'verified, online'],
  [{ verification_status: 'verified', status: 'unknown' }, '#12845c', 'verified'],
  [{ verification_status: 'connectivity_verified', status: 'degraded' }, '#9a6700', 'reachable, degraded'],
  [{ verification_status: 'verified', status: 'offline' }, '#c0362c', 'verified, offline'],
  [{ verification_status: 'unverified', status: 'online' }, '#5b6472', 'not verified, online'],
  [{ verification_status: 'failed', status: 'offline' }, '#c0362c', 'failed its checks, offline'],
] as const)('%o is drawn in %s as "%s"', ({ verification_status, status }, color, text) => {
  const live_status = { status, current_players: 0, active_lobbies: 0 };
  const facts = { verification_status, live_status, tier: 2 };
  const svg = drawStatusBadge(facts, { percent: null, days: [] });
  expect(svg).toContain(`Botplay: ${text}<`);
  expect(svg).toContain(`fill="${color}"`);
});
