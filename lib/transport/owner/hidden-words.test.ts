import { expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { registerExperience } from '@/lib/domain/catalog';
import { fireDueMatches } from '@/lib/domain/matches';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock, useClock } from '@/lib/testing/clock';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { exampleManifest } from '@/lib/testing/manifest';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { sendRest } from '@/lib/transport/testing/send-rest';

useCatalog();
useClock();

/** Where words stay: evidence, and the answer that an author's repeated call gets. */
const KEPT = ['moderation_reports', 'moderation_actions', 'admin_actions', 'idempotency_keys', 'notifications'];

/** The tables that contain a text anywhere. Every page, call, stream, feed and export reads from them. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool().query(`SELECT 1 FROM ${name} t WHERE position($1 in t::text) > 0 LIMIT 1`, [
      text,
    ]);
    if (rowCount) found.push(name);
  }
  return found;
}

const publicTablesWith = async (text: string) => (await tablesWith(text)).filter((name) => !KEPT.includes(name));

async function moderatorFixture(): Promise<OwnerFixture> {
  const owner = await ownerFixture();
  await pool().query('UPDATE owners SET is_moderator = true WHERE id = $1', [owner.ownerId]);
  return owner;
}

async function hide(moderator: OwnerFixture, target: object): Promise<string> {
  const body = { kind: 'hide', reason: 'An insult', ...target };
  const { status, body: action } = await sendRest('POST', '/v1/moderation/actions', { owner: moderator, body });
  expect({ status, action }).toMatchObject({ status: 201 });
  return action.action_id;
}

const undo = (moderator: OwnerFixture, id: string) =>
  sendRest('POST', `/v1/moderation/actions/${id}/undo`, { owner: moderator });

const send = (reader: Player, path: string) => sendRest('GET', path, { headers: { 'x-api-key': reader.apiKey } });
const get = async (reader: Player, path: string) => JSON.stringify((await send(reader, path)).body);

test('a hidden message of a social lobby is on no door, stays in evidence and comes back when it is undone', async () => {
  const [author, reader] = [await playerFixture(), await playerFixture()];
  const insult = `You "goat" of ${newId()}`;
  const { id: lobbyId } = await author.call<{ id: string }>('social.create', { name: 'Talk' });
  await reader.call('social.join', { social_lobby_id: lobbyId });
  const stream = `social:${lobbyId}`;
  // A reader that waits again finds recent events in memory.
  const waiting = reader.call('events.wait', { stream, after: '', timeout_ms: 2_000 }).catch(() => null);
  const { id } = await author.call<{ id: string }>('social.message', { social_lobby_id: lobbyId, content: insult });
  await waiting;
  const doors = async () => [
    JSON.stringify(await reader.call('social.messages', { social_lobby_id: lobbyId })),
    JSON.stringify(await reader.call('events.wait', { stream, timeout_ms: 0 })),
    JSON.stringify(await (await playerFixture()).call('social.join', { social_lobby_id: lobbyId })),
  ];
  const quoted = JSON.stringify(insult).slice(1, -1);
  for (const text of await doors()) expect(text).toContain(quoted);
  const moderator = await moderatorFixture();
  const action = await hide(moderator, { target_kind: 'message', target_id: id, stream });
  for (const text of await doors()) {
    expect(text).not.toContain(quoted);
    expect(text).toContain('A moderator hid these words');
  }
  expect(await publicTablesWith(quoted)).toEqual([]);
  expect(await tablesWith('You')).toContain('moderation_actions');
  expect((await undo(moderator, action)).status).toBe(200);
  for (const text of await doors()) expect(text).toContain(quoted);
});

interface Match {
  players: Player[];
  matchId: string;
}

/** A Werewolf match of eight agents, in its first night. */
async function werewolfFixture(): Promise<Match> {
  const players: Player[] = [];
  for (let n = 0; n < 8; n++) players.push(await playerFixture({ displayName: `Wolf player ${n}` }));
  let matchId = '';
  for (const player of players) {
    const joined = await player.call<{ matchAssignment?: { matchId: string } | null }>('et.werewolf.queue.join', {});
    matchId = joined.matchAssignment?.matchId ?? matchId;
  }
  expect(matchId).not.toBe('');
  for (const player of players) await player.call('et.werewolf.match.ready', { matchId });
  return { players, matchId };
}

async function reachOpening(matchId: string): Promise<void> {
  for (let n = 0; n < 6; n++) {
    const { rows } = await pool().query<{ phase: string; deadline_at: Date }>(
      `SELECT state->>'phase' AS phase, deadline_at FROM match_positions WHERE match_id = $1`,
      [matchId],
    );
    if (rows[0]?.phase === 'DAY_OPENING') return;
    setClock(new Date((rows[0]?.deadline_at.getTime() ?? 0) + 1));
    await fireDueMatches();
  }
}

test('hidden words of a match are in none of its events, inputs and steps, and the same words of structure stay', async () => {
  const { players, matchId } = await werewolfFixture();
  await reachOpening(matchId);
  const insult = `say ${newId()}`;
  let speaker: Player | null = null;
  for (const player of players) {
    const answer = await player
      .call('et.werewolf.match.say_public', { matchId, text: insult, kind: 'OPENING' })
      .catch(() => null);
    if (answer === null) continue;
    speaker = player;
    break;
  }
  expect(speaker).not.toBeNull();
  const { rows } = await pool().query<{ id: string }>(
    `SELECT id FROM events WHERE stream = $1 AND data->>'message' = $2`,
    [`match:${matchId}`, insult],
  );
  expect(await publicTablesWith(insult)).toEqual(['events', 'match_inputs', 'session_steps']);
  const moderator = await moderatorFixture();
  const target = { target_kind: 'message', target_id: rows[0]?.id, stream: `werewolf:${matchId}` };
  const action = await hide(moderator, target);
  expect(await publicTablesWith(insult)).toEqual([]);
  const events = await players[7]?.call('et.werewolf.match.events.get', { matchId, limit: 200 });
  expect(JSON.stringify(events)).toContain('A moderator hid these words');
  const { rows: moves } = await pool().query(
    `SELECT move->>'type' AS type FROM match_inputs WHERE match_id = $1 AND move->>'text' LIKE '[A moderator%'`,
    [matchId],
  );
  expect(moves).toEqual([{ type: 'say' }]);
  await undo(moderator, action);
  expect(await publicTablesWith(insult)).toEqual(['events', 'match_inputs', 'session_steps']);
});

test('a hidden note, review, name and experience are on no door', async () => {
  const [moderator, publisher] = [await moderatorFixture(), await playerFixture({ owner: await ownerFixture() })];
  const name = `Goat ${newId().slice(-8)}`;
  const bio = `All of you are goats ${newId()}`;
  const author = await playerFixture({ owner: await ownerFixture(), displayName: name });
  await author.call('profile.set', { bio });
  const other = await playerFixture();
  const { game_session_id: matchId } = await author.call<{ game_session_id: string }>('lobby.create', {
    experience_id: TIC_TAC_TOE,
  });
  await other.call('lobby.join', { game_session_id: matchId });
  await author.call('match.start', { game_session_id: matchId });
  const { session_id } = await author.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
  const note = `Goats lose ${newId()}`;
  await author.call('session.step', { session_id, action: 'B2', note });
  await author.call('session.step', { session_id, action: { type: 'resign' } });

  const { rows } = await pool().query<{ id: string }>(`SELECT id FROM events WHERE data->>'note' = $1`, [note]);
  expect(await publicTablesWith(note)).toEqual(['events', 'telemetry']);
  await hide(moderator, { target_kind: 'message', target_id: rows[0]?.id, stream: `match:${matchId}` });
  expect(await publicTablesWith(note)).toEqual([]);

  const manifest = { ...exampleManifest(), name: `Goat farm ${newId().slice(-8)}` };
  const { id: experienceId } = await registerExperience({
    publisher: { agentId: publisher.agentId, ownerId: null },
    manifest,
  });
  await pool().query(
    `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status, step_count, ended_at)
     VALUES ($1, $2, $3, 'x', 'completed', 1, now())`,
    [newId(), author.agentId, experienceId],
  );
  const review = `Made by goats ${newId()}`;
  const { id: reviewId } = await author.call<{ id: string }>('experience.rate', {
    experience_id: experienceId,
    rating: 1,
    review,
  });
  const reviews = `/api/experiences/${experienceId}/reviews`;
  expect(await get(other, reviews)).toContain(review);
  await hide(moderator, { target_kind: 'review', target_id: reviewId });
  expect(await get(other, reviews)).not.toContain(review);
  expect(await publicTablesWith(review)).toEqual([]);

  expect(await get(other, `/api/matches/${matchId}`)).not.toBe('');
  const hiddenName = await hide(moderator, { target_kind: 'agent', target_id: author.agentId });
  expect(await publicTablesWith(name)).toEqual([]);
  expect(await publicTablesWith(bio)).toEqual([]);
  expect(JSON.stringify(await other.call('match.state', { game_session_id: matchId }))).not.toContain(name);
  await undo(moderator, hiddenName);
  expect((await publicTablesWith(name)).sort()).toContain('agents');

  expect(await get(other, '/api/experiences?limit=100')).toContain(manifest.name);
  const hidden = await hide(moderator, { target_kind: 'experience', target_id: experienceId });
  expect((await send(other, `/api/experiences/${experienceId}`)).status).toBe(404);
  expect(await get(other, '/api/experiences?limit=100')).not.toContain(manifest.name);
  expect(await get(other, '/api/experiences?limit=100&listed=false')).not.toContain(manifest.name);
  expect((await other.callError('session.create', { experience_id: experienceId })).code).toBe(
    'EXPERIENCE_TOOL_NOT_FOUND',
  );
  await undo(moderator, hidden);
  expect((await send(other, `/api/experiences/${experienceId}`)).status).toBe(200);
});

test('what was written is searched by moderators in the order of time', async () => {
  const author = await playerFixture({ displayName: 'Searched author' });
  const { id: lobbyId } = await author.call<{ id: string }>('social.create', { name: 'Talk' });
  const word = newId();
  for (const n of [1, 2, 3])
    await author.call('social.message', { social_lobby_id: lobbyId, content: `Line ${n} 100% ${word}` });
  const moderator = await moderatorFixture();
  const read = async (query: string) =>
    (await sendRest('GET', `/v1/moderation/words?${query}`, { owner: moderator })).body;
  const first = await read(`q=${encodeURIComponent(`100% ${word}`)}&limit=2`);
  expect(first.words.map(({ text, name }: { text: string; name: string }) => [name, text])).toEqual([
    ['Searched author', `Line 3 100% ${word}`],
    ['Searched author', `Line 2 100% ${word}`],
  ]);
  const next = await read(`q=${word}&limit=2&before=${first.next}`);
  expect(next.words.map(({ text }: { text: string }) => text)).toEqual([`Line 1 100% ${word}`]);
  expect((await read('kind=names&q=Searched')).words).toMatchObject([
    { target_kind: 'agent', target_id: author.agentId, name: 'Searched author' },
  ]);
});

test('the name and the description of a league can be reported, searched and hidden, and come back when it is undone', async () => {
  const [organizer, reader] = [await playerFixture(), await playerFixture()];
  const [name, description] = [`Goats ${newId()}`, `All of you are goats ${newId()}`];
  const { league_id: leagueId } = await organizer.call<{ league_id: string }>('league.create', { name, description });
  const target = { target_kind: 'league', target_id: leagueId };
  const reporter = await ownerFixture();
  const report = await sendRest('POST', '/api/console/moderation/reports', {
    owner: reporter,
    body: { ...target, category: 'harassment' },
  });
  expect(report).toMatchObject({ status: 201 });
  const moderator = await moderatorFixture();
  const { body: found } = await sendRest(
    'GET',
    `/v1/moderation/words?kind=leagues&q=${encodeURIComponent(description)}`,
    {
      owner: moderator,
    },
  );
  expect(found.words).toMatchObject([{ ...target, text: `${name}\n${description}`, path: `/leagues/${leagueId}` }]);

  const action = await hide(moderator, target);
  expect(await publicTablesWith(name)).toEqual([]);
  expect(await publicTablesWith(description)).toEqual([]);
  const hidden = await get(reader, `/api/leagues/${leagueId}`);
  expect(hidden).toContain('Hidden league');
  expect(hidden).not.toContain(description);
  await undo(moderator, action);
  expect(await get(reader, `/api/leagues/${leagueId}`)).toContain(description);

  const ofPlatform = { kind: 'hide', reason: 'An insult', target_kind: 'league', target_id: 'league_default' };
  expect((await sendRest('POST', '/v1/moderation/actions', { owner: moderator, body: ofPlatform })).status).toBe(404);
});
