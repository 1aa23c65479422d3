import { expect, it, onTestFinished } from 'vitest';
import { newId } from '@/lib/core/ids';
import { hashSecret } from '@/lib/core/secrets';
import { type Client, pool } from '@/lib/data/database';
import {
  deleteOwner,
  lockOwner,
  readOwner,
  registerOwner,
  sessionSetCookie,
  signInWithPassword,
} from '@/lib/domain/accounts';
import { isPublisherOf, lockExperience, registerExperience } from '@/lib/domain/catalog';
import { storeCredential } from '@/lib/domain/credentials';
import { authenticate, selfRegisterAgent } from '@/lib/domain/keys';
import { createLobby } from '@/lib/domain/lobbies';
import { claimAgent, createAgent, ensurePlayer } from '@/lib/domain/people';
import { requirePlaceForAgent } from '@/lib/domain/people/agents.service';
import { takeClaim } from '@/lib/domain/people/claims.repo';
import { startVerification, waitForVerifications } from '@/lib/domain/verification';
import { readEvents } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { ownerFixture } from '@/lib/testing/fixtures';
import { exampleManifest } from '@/lib/testing/manifest';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import { deleteAccount, deleteAgent, deleteExperience } from '.';
import { deletePrivateRows, deleteRowsOfExperience, deleteRowsOfOwner, transaction } from './deletion.repo';

useCatalog();

/** Records of what others took part in keep an agent's rows without its name; engagements end before. */
const KEPT_OF_AGENT = [
  // What an administrator did stays.
  'admin_actions',
  'engagements',
  'league_players',
  'lobby_members',
  'match_seats',
  'quality_reports',
  'rating_changes',
  'reviews',
  'social_votes',
  'werewolf_results',
];

/** The owner's log of calls and their sums stay; only built-in games, which cannot be deleted, have matches. */
const KEPT_OF_EXPERIENCE = ['audit_entries', 'usage_days', 'usage_hours', 'model_days', 'matches'];

/** Agents, reviews and what studies recorded stay; foreign keys take the rest along with the owner's row. */
const KEPT_OF_OWNER = [
  // What an administrator did stays.
  'admin_actions',
  'agents',
  'authenticators',
  'digests',
  'known_browsers',
  'owner_accounts',
  'owner_browsers',
  'owner_exports',
  'owner_memories',
  'passkeys',
  'recovery_codes',
  'relay_rooms',
  'relay_sessions',
  'reviews',
];

/** The tables from which the registered deletions delete rows by a column: their statements are recorded. */
async function deletedTables(
  column: string,
  deleteRows: (client: Client, id: string) => Promise<void>,
): Promise<string[]> {
  const texts: string[] = [];
  await transaction((client) => {
    const query = (statement: string | { text: string }, values?: unknown[]) => {
      texts.push(typeof statement === 'string' ? statement : statement.text);
      return client.query(statement as string, values);
    };
    return deleteRows({ query } as Client, newId());
  });
  return texts.flatMap((text) => text.match(new RegExp(`DELETE FROM (\\w+)\\s+WHERE ${column} = \\$1`))?.[1] ?? []);
}

async function tablesWith(column: string): Promise<string[]> {
  const { rows } = await pool().query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = $1`,
    [column],
  );
  return rows.map((row) => row.table_name).sort();
}

async function playMatch(one: Player, other: Player): Promise<string> {
  const { game_session_id } = await one.call<{ game_session_id: string }>('lobby.create', {
    experience_id: TIC_TAC_TOE,
  });
  await other.call('lobby.join', { game_session_id });
  await one.call('match.start', { game_session_id });
  return game_session_id;
}

it('takes the rows of every table with an agent, an experience or an owner, except of those that are listed', async () => {
  const ofAgent = await deletedTables('agent_id', deletePrivateRows);
  expect([...ofAgent, ...KEPT_OF_AGENT].sort()).toEqual(await tablesWith('agent_id'));
  const ofExperience = await deletedTables('experience_id', deleteRowsOfExperience);
  expect([...ofExperience, ...KEPT_OF_EXPERIENCE].sort()).toEqual(await tablesWith('experience_id'));
  const ofOwner = await deletedTables('owner_id', deleteRowsOfOwner);
  expect([...ofOwner, ...KEPT_OF_OWNER].sort()).toEqual(await tablesWith('owner_id'));
});

it('stores no credential for an experience that was deleted after the call was admitted', async () => {
  const { agentId } = await playerFixture();
  const use = { agentId, experienceId: newId(), origin: 'https://gone.example' };
  const stored = storeCredential({ ...use, label: 'main', authMethod: 'custom', secret: { key: 'value' } });
  await expect(stored).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('refuses to seat a deleted agent whose call was admitted before', async () => {
  const owner = await ownerFixture();
  const { caller: agent, agentId } = await playerFixture({ owner });
  await deleteAgent({ ownerId: owner.ownerId, agentId });
  const lobby = createLobby({ agent, experienceId: TIC_TAC_TOE, config: {} });
  await expect(lobby).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  const { rows } = await pool().query('SELECT 1 FROM lobbies WHERE host_agent_id = $1', [agentId]);
  expect(rows).toEqual([]);
});

it('deleting an agent resigns what it plays, refuses its key, deletes what is private and takes its name from records', async () => {
  const owner = await ownerFixture();
  const ada = await playerFixture({ owner, displayName: 'Ada the "first"' });
  const bob = await playerFixture({ displayName: 'Bob' });
  const lobby = await ada.call<{ game_session_id: string }>('lobby.create', { experience_id: TIC_TAC_TOE });
  await ada.call('match.abort', { game_session_id: lobby.game_session_id });
  const { league_id } = await bob.call<{ league_id: string }>('league.create', { name: 'Cup' });
  await ada.call('register_player', { league_id, player_name: 'Ada of the Cup', endpoint: '' });
  const match = await playMatch(ada, bob);
  await ada.call('memory.set', { experience_id: TIC_TAC_TOE, data: { secret: 1 } });
  const { id: social_lobby_id } = await bob.call<{ id: string }>('social.create', { name: 'Talk' });
  await ada.call('social.join', { social_lobby_id });
  await ada.call('social.message', { social_lobby_id, content: 'Hello' });
  await ada.call('social.propose', { social_lobby_id, experience_id: TIC_TAC_TOE });
  await deleteAgent({ ownerId: owner.ownerId, agentId: ada.agentId });

  await expect(authenticate({ apiKey: ada.apiKey })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  const { rows: seats } = await pool().query(
    'SELECT m.status, s.display_name FROM matches m JOIN match_seats s ON s.match_id = m.id WHERE m.id = $1 ORDER BY 2',
    [match],
  );
  expect(seats).toEqual([
    { status: 'completed', display_name: 'Bob' },
    { status: 'completed', display_name: 'Deleted player' },
  ]);
  const streams = [
    `match:${match}`,
    `social:${social_lobby_id}`,
    `match:${lobby.game_session_id}`,
    `league:${league_id}`,
  ];
  for (const stream of streams) {
    const text = JSON.stringify(await readEvents({ stream, audiences: 'all' }));
    expect(text).not.toContain('Ada');
    expect(text).toContain('Deleted player');
  }
  expect(JSON.stringify(await bob.call('social.messages', { social_lobby_id }))).toContain('Hello');
  for (const table of (await tablesWith('agent_id')).filter((name) => !KEPT_OF_AGENT.includes(name))) {
    const { rows } = await pool().query(`SELECT 1 FROM ${table} WHERE agent_id = $1`, [ada.agentId]);
    expect({ table, rows: rows.length }).toEqual({ table, rows: 0 });
  }
  const { rows: ratings } = await pool().query('SELECT wins FROM ratings WHERE agent_id = $1', [bob.agentId]);
  expect(ratings).toEqual([{ wins: 1 }]);
});

it('deleting an agent leaves its experiences to the owner, and is refused to another owner', async () => {
  const [owner, other] = [await ownerFixture(), await ownerFixture()];
  const { agentId } = await playerFixture({ owner });
  const { id } = await registerExperience({
    publisher: { agentId, ownerId: owner.ownerId },
    manifest: exampleManifest(),
  });
  await expect(deleteAgent({ ownerId: other.ownerId, agentId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await deleteAgent({ ownerId: owner.ownerId, agentId });
  expect(await isPublisherOf({ publisher: { agentId: null, ownerId: owner.ownerId }, experienceId: id })).toBe(true);
  await expect(deleteAgent({ ownerId: owner.ownerId, agentId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('deleting an account needs the password, and nothing published; then its agents, sign-in and cookies are gone', async () => {
  const form = { email: 'leaving@example.org', password: 'a long enough password', address: '127.0.0.1' };
  const { ownerId } = await registerOwner(form);
  const signedIn = await signInWithPassword(form);
  const cookie =
    (
      await sessionSetCookie(signedIn as NonNullable<typeof signedIn>, { userAgent: 'test', address: '10.0.0.1' })
    ).split(';')[0] ?? '';
  const ada = await playerFixture({ owner: { ownerId } });
  const remove = (confirmation = form.password) => deleteAccount({ ownerId, confirmation });
  await expect(remove('another password')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: ['confirmation'] }] },
  });
  const { id } = await registerExperience({ publisher: { agentId: null, ownerId }, manifest: exampleManifest() });
  await expect(remove()).rejects.toMatchObject({ code: 'INVALID_STATE' });
  expect(await readOwner(cookie)).not.toBeNull();
  await pool().query('DELETE FROM experiences WHERE id = $1', [id]);
  await remove();
  expect([await readOwner(cookie), await signInWithPassword(form)]).toEqual([null, null]);
  await expect(authenticate({ apiKey: ada.apiKey })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  const { rows } = await pool().query('SELECT display_name, owner_id FROM agents WHERE id = $1', [ada.agentId]);
  expect(rows).toEqual([{ display_name: 'Deleted player', owner_id: null }]);
});

/** A person who can delete the account. */
async function accountFixture() {
  const email = `${newId()}@example.org`;
  const password = 'a long enough password';
  const owner = await registerOwner({ email, password, address: '127.0.0.1' });
  return { owner, remove: () => deleteAccount({ ownerId: owner.ownerId, confirmation: password }) };
}

/** Waits until this many statements wait for locks of others. */
async function waitForLocks(n: number): Promise<void> {
  const waiting =
    'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = $1';
  await expect.poll(async () => (await pool().query(waiting, ['Lock'])).rows).toEqual([{ n }]);
}

it('deleting an account takes an agent along that is claimed meanwhile', async () => {
  const { owner, remove } = await accountFixture();
  const { agentId, claimToken, apiKey } = await selfRegisterAgent({ address: '203.0.113.9' });
  const { removing } = await transaction(async (client) => {
    // As claimAgent does; its transaction ends after the deletion has begun.
    await requirePlaceForAgent(client, owner.ownerId);
    await takeClaim(client, { claimHash: hashSecret(claimToken), ownerId: owner.ownerId });
    const removing = remove();
    await waitForLocks(1);
    return { removing };
  });
  await removing;
  await expect(authenticate({ apiKey })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  const { rows } = await pool().query('SELECT owner_id, deleted_at FROM agents WHERE id = $1', [agentId]);
  expect(rows).toEqual([{ owner_id: null, deleted_at: expect.any(Date) }]);
});

it('an account that is being deleted is given no agent and no player, with a clear refusal', async () => {
  const { owner } = await accountFixture();
  const { ownerId } = owner;
  const { claimToken } = await selfRegisterAgent({ address: '203.0.113.9' });
  const given = await transaction(async (client) => {
    await lockOwner(client, ownerId);
    const calls = [
      claimAgent({ token: claimToken, ownerId }),
      createAgent({ ownerId, displayName: 'Late', address: '127.0.0.1' }),
      ensurePlayer(owner),
    ].map((call) => call.catch((thrown: unknown) => thrown));
    await waitForLocks(3);
    await deleteOwner(client, ownerId);
    return { calls };
  });
  for (const call of given.calls)
    expect(await call).toMatchObject({ code: 'UNAUTHENTICATED', message: 'This account has been deleted.' });
});

/** An experience whose verification has come to the last call of the trial session, which is answered after `answer()`. */
async function experienceInVerification() {
  let answer = () => {};
  const answered = new Promise<Record<string, unknown>>((resolve) => {
    answer = () => resolve({});
  });
  const says = { 'session.end': () => answered };
  const fake = await fakeExperience({ transport: 'rest', says });
  onTestFinished(() => fake.close());
  const publisher = { agentId: newId(), ownerId: null };
  const { id: experienceId } = await registerExperience({ publisher, manifest: manifestFor(fake) });
  await startVerification({ experienceId, trigger: 'register' });
  await expect.poll(() => fake.executed.map(({ tool }) => tool)).toContain('session.end');
  return { publisher, experienceId, answer: () => answer() };
}

const eventsOf = (experienceId: string) => readEvents({ stream: `experience:${experienceId}`, audiences: 'all' });

it('deleting an experience during its verification leaves no event of it, also when the verification ends later', async () => {
  const { publisher, experienceId, answer } = await experienceInVerification();
  expect(await eventsOf(experienceId)).not.toEqual([]);
  await deleteExperience({ publisher, experienceId });
  answer();
  await waitForVerifications();
  expect(await eventsOf(experienceId)).toEqual([]);
});

it('the end of a verification locks nothing that the deletion of its experience needs: no deadlock', async () => {
  const { experienceId, answer } = await experienceInVerification();
  await transaction(async (client) => {
    await lockExperience(client, experienceId);
    answer();
    await waitForLocks(1);
    await client.query(`SET LOCAL lock_timeout = '100ms'`);
    await deleteRowsOfExperience(client, experienceId);
  });
  await waitForVerifications();
});

it('of 20 simultaneous deletions of an experience, one takes effect', async () => {
  const publisher = { agentId: newId(), ownerId: null };
  const { id: experienceId } = await registerExperience({ publisher, manifest: exampleManifest() });
  const deletions = await Promise.allSettled(
    Array.from({ length: 20 }, () => deleteExperience({ publisher, experienceId })),
  );
  const refusals = deletions.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refusals).toEqual(Array(19).fill('NOT_FOUND'));
});

it('of 5 simultaneous deletions of an agent, one takes effect', async () => {
  const owner = await ownerFixture();
  const { agentId } = await playerFixture({ owner });
  const deletions = await Promise.allSettled(
    Array.from({ length: 5 }, () => deleteAgent({ ownerId: owner.ownerId, agentId })),
  );
  const refusals = deletions.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refusals).toEqual(Array(4).fill('NOT_FOUND'));
});
