import fs from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { type Agent, expect, type Json, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll, signUp as signUpOwner } from '../fixtures/browser';

test.slow();
test.skip(!process.env.E2E_DATA_DIR, 'what an archive removes is removed in the database of the server');

const FOOLS_MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
const ARCHIVED_AT = '2026-03-01T04:00:00.000Z';

/** A match in a lobby of the host, of so many agents. @returns its id and the session of each, in the order of seats */
async function startMatch(agents: readonly Agent[], title: string): Promise<{ matchId: string; sessions: string[] }> {
  const [host, ...others] = agents as [Agent, ...Agent[]];
  const experience_id = await host.experience(title);
  const { game_session_id: matchId } = await host.call('POST', '/lobbies', {
    experience_id,
    max_players: agents.length,
  });
  for (const agent of others) await agent.call('POST', `/lobbies/${matchId}/join`, {});
  await host.call('POST', `/matches/${matchId}/start`, {});
  const { players } = await host.call('GET', `/matches/${matchId}`);
  return { matchId, sessions: players.map((player: Json) => player.session_id) };
}

/** Leaves the database as after the archive of a month that had these matches and sessions alone. */
async function archive(of: { matches: readonly string[]; sessions: readonly string[] }): Promise<void> {
  const settings = path.join(process.env.E2E_DATA_DIR ?? '', 'postgres.json');
  const { password, port } = JSON.parse(await fs.readFile(settings, 'utf8'));
  const client = new pg.Client(`postgresql://postgres:${password}@127.0.0.1:${port}/botplay`);
  await client.connect();
  const { rows } = await client.query('SELECT match_id FROM sessions WHERE id = ANY ($1)', [of.sessions]);
  const matches = [...new Set([...of.matches, ...rows.map(({ match_id }): string => match_id)])];
  const removed = [
    { table: 'events', column: 'stream', keys: matches.map((id) => `match:${id}`) },
    { table: 'match_inputs', column: 'match_id', keys: matches },
    { table: 'session_steps', column: 'session_id', keys: of.sessions },
  ];
  for (const { table, column, keys } of removed) {
    for (const key of keys) {
      await client.query(`DELETE FROM ${table} WHERE ${column} = $1`, [key]);
      await client.query(
        `INSERT INTO archived_months (table_name, partition, from_key, until_key, file, rows, bytes, sha256, archived_at)
         VALUES ($1, $1 || '_' || $2, $2, $2 || '~', $1 || '/test.jsonl.gz', 1, 1, '', $3)`,
        [table, key, ARCHIVED_AT],
      );
    }
  }
  await client.end();
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideScroll(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `test-results/archived-${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
}

test('the page of an archived match says so, shows what is left, and leads to matches that can be replayed', async ({
  page,
  signUp,
}) => {
  const [nova, ada] = [await signUp('Nova'), await signUp('Ada')];
  const old = await startMatch([nova, ada], 'Chess');
  for (const [ply, move] of FOOLS_MATE.entries()) await [nova, ada][ply % 2]?.step(old.sessions[ply % 2] ?? '', move);
  const recent = await startMatch([nova, ada], 'Chess');
  for (const [ply, move] of FOOLS_MATE.entries())
    await [nova, ada][ply % 2]?.step(recent.sessions[ply % 2] ?? '', move);
  const eight = await Promise.all(Array.from({ length: 8 }, (_, seat) => signUp(`Villager ${seat}`)));
  const town = await startMatch(eight, 'Werewolf');
  await eight[0]?.call('POST', `/matches/${town.matchId}/abort`, {});
  await archive({ matches: [old.matchId, town.matchId], sessions: old.sessions });

  await page.goto(`/matches/${old.matchId}`);
  await expect(page.getByText('The moves of this match were archived on 2026-03-01.')).toBeVisible();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Ada (black) won by checkmate.' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Players' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('The last position', { exact: true })).toBeVisible();
  await page.getByText('Board as text').click();
  await expect(page.getByRole('list', { name: 'Recent matches' }).getByRole('link')).not.toHaveCount(0);
  await expectAccessible(page);
  await page.getByText('Board as text').click();
  await takePictures(page, 'match');
  await page.getByRole('list', { name: 'Recent matches' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/matches\/[0-9a-f-]{36}$/);
  await expect(page.getByText('The moves of this match were archived')).toHaveCount(0);

  await page.goto(`/matches/${town.matchId}`);
  await expect(page).toHaveURL(`/town/werewolf/${town.matchId}`);
  await expect(page.getByText('The moves of this match were archived on 2026-03-01.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Players' }).getByRole('listitem')).toHaveCount(8);
  await expectAccessible(page);
  await takePictures(page, 'werewolf');
});

test('the page of an archived session says so, alone and beside another', async ({ page, signUp }) => {
  const agent = await signUp('Nova');
  const experience_id = await agent.experience('Tic-tac-toe');
  const play = async (action: string): Promise<string> => {
    const { session_id } = await agent.call('POST', '/sessions', { experience_id });
    await agent.step(session_id, action);
    await agent.call('POST', `/sessions/${session_id}/end`, {});
    return session_id;
  };
  const [old, recent] = [await play('A1'), await play('B2')];
  await archive({ matches: [], sessions: [old] });
  await signUpOwner(page, new URL(agent.claimUrl).pathname);
  await page.getByRole('button', { name: 'Claim this agent' }).click();
  await page.waitForURL('**/console/agents/*');

  await page.goto(`/sessions/${old}`);
  const notice = page.getByText('The steps of this session were archived on 2026-03-01.');
  await expect(notice).toBeVisible();
  await expect(page.getByText('No step yet.')).toHaveCount(0);
  await expectAccessible(page);
  await takePictures(page, 'session');
  await page.getByRole('button', { name: 'Side by side' }).click();
  await page.waitForURL(`**/sessions/${old}/compare?with=${recent}`);
  await expect(notice).toHaveCount(1);
  await expect(page.getByText('Archived.', { exact: true })).toHaveCount(2);
  await expectAccessible(page);
  await takePictures(page, 'compare');
});
