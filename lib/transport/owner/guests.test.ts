import { beforeAll, describe, expect, test } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { readOwner } from '@/lib/domain/accounts';
import { ensureDefaultLeague, getLeague } from '@/lib/domain/leagues';
import { advanceBracketNights } from '@/lib/domain/leagues/bracket-night';
import { loadMatchSnapshot } from '@/lib/domain/matches';
import { adoptGuest, readPerson } from '@/lib/domain/people';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock, useClock } from '@/lib/testing/clock';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { type AnswerBody, sendRest } from '@/lib/transport/testing/send-rest';

useCatalog();
useClock();

const DAY_MS = 86_400_000;

/** A browser: it keeps the cookie that it gets. */
class Browser {
  cookie = '';
  readonly #address: string;
  constructor(address = '10.0.0.9') {
    this.#address = address;
  }

  async send(method: string, path: string, body: unknown = {}) {
    const owner = this.cookie === '' ? null : { cookie: this.cookie };
    const answer = await sendRest(method, `/api/play${path}`, { owner, body, address: this.#address });
    const [set] = answer.headers.getSetCookie();
    if (set) this.cookie = set.split(';')[0] ?? '';
    return answer;
  }

  async ok(method: string, path: string, body?: unknown): Promise<AnswerBody> {
    const answer = await this.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(400);
    return answer.body;
  }

  async solo(): Promise<string> {
    const body = { game_type: 'tic_tac_toe', idempotency_key: newId() };
    return (await this.ok('POST', '/solo', body)).game_session_id;
  }

  async open(more: object = {}): Promise<string> {
    const body = { game_type: 'tic_tac_toe', idempotency_key: newId(), ...more };
    return (await this.ok('POST', '/lobbies', body)).game_session_id;
  }

  async player(): Promise<{ agent_id: string; display_name: string }> {
    return (await this.ok('GET', '/me')).player;
  }
}

const asOwner = (owner: OwnerFixture): Browser => Object.assign(new Browser(), { cookie: owner.cookie });
const listed = async (): Promise<string[]> =>
  (await new Browser().ok('GET', '/lobbies?game_type=tic_tac_toe')).lobbies.map(
    (lobby: AnswerBody) => lobby.game_session_id,
  );

async function signIn(owner: OwnerFixture, browser: Browser): Promise<void> {
  const session = await readOwner(owner.cookie);
  if (!session) throw new Error('the owner is not signed in');
  await adoptGuest(session, browser.cookie);
}

describe('a guest', () => {
  test('is made by the first game, keeps the seat by a signed cookie, and is nobody elsewhere', async () => {
    const browser = new Browser();
    expect(await browser.ok('GET', '/me')).toEqual({ is_guest: true, account_name: null, player: null, place: null });
    const { rows } = await pool().query('SELECT count(*)::int AS n FROM agents WHERE guest_seen_at IS NOT NULL');
    const answer = await browser.send('POST', '/solo', { game_type: 'tic_tac_toe', idempotency_key: newId() });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    const id = answer.body.game_session_id;
    const { seat } = await browser.ok('GET', `/matches/${id}`);
    expect(seat).toMatchObject({ seat: 0, your_turn: true });
    const moved = await browser.ok('POST', `/matches/${id}/act`, { action: 'B2', idempotency_key: newId() });
    expect(moved.seat.ply).toBe(1);
    const match = await loadMatchSnapshot({ matchId: id, viewer: 'spectator' });
    expect(match?.players[0]).toMatchObject({ kind: 'human', display_name: (await browser.player()).display_name });
    expect(match?.players.map(({ is_guest, elo }) => ({ is_guest, elo }))).toEqual([
      { is_guest: true, elo: null },
      { is_guest: false, elo: null },
    ]);
    const after = await pool().query('SELECT count(*)::int AS n FROM agents WHERE guest_seen_at IS NOT NULL');
    expect(after.rows[0].n).toBe(rows[0].n + 1);
    expect((await new Browser().send('GET', `/matches/${id}`)).status).toBe(401);
    const stranger = new Browser();
    await stranger.solo();
    expect((await stranger.ok('GET', `/matches/${id}`)).seat).toBeNull();
    expect((await stranger.send('POST', `/matches/${id}/resign`)).status).toBe(404);
    for (const forged of [`${browser.cookie}x`, browser.cookie.replace('botplay.guest', 'next-auth.session-token')]) {
      expect(await readPerson(forged)).toBeNull();
    }
  });

  test('cannot choose a name, use the console or act for other sites', async () => {
    const browser = new Browser();
    await browser.solo();
    expect((await browser.send('PATCH', '/me', { display_name: 'Grandmaster' })).status).toBe(401);
    expect((await sendRest('GET', '/api/console/agents', { owner: browser })).status).toBe(401);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const body = { game_type: 'tic_tac_toe', idempotency_key: newId() };
    expect((await sendRest('POST', '/api/play/solo', { body, headers, owner: browser })).status).toBe(403);
    expect((await sendRest('POST', '/api/play/solo', { body, headers })).status).toBe(403);
  });

  test('is limited by address', async () => {
    const before = env().AGENT_SELF_REGISTRATION_PER_HOUR;
    Object.assign(env(), { AGENT_SELF_REGISTRATION_PER_HOUR: 2 });
    try {
      const one = new Browser('10.9.9.9');
      await one.solo();
      await new Browser('10.9.9.9').solo();
      const third = await new Browser('10.9.9.9').send('POST', '/solo', {
        game_type: 'tic_tac_toe',
        idempotency_key: newId(),
      });
      expect(third).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
      expect(third.headers.getSetCookie()).toEqual([]);
      expect((await one.player()).display_name).toMatch(/^Guest [A-Z][a-z]+ [A-Z][a-z]+$/);
      await new Browser('10.9.9.10').solo();
    } finally {
      Object.assign(env(), { AGENT_SELF_REGISTRATION_PER_HOUR: before });
    }
  });
});

describe('an invitation', () => {
  test('seats a friend without an account, is in no list, and its match is not rated', async () => {
    const [host, friend] = [new Browser(), new Browser()];
    const id = await host.open();
    expect(await listed()).not.toContain(id);
    const agent = await playerFixture();
    expect(JSON.stringify(await agent.call('lobby.list', { experience_id: TIC_TAC_TOE }))).not.toContain(id);
    expect(JSON.stringify(await agent.call('demand.list', {}))).not.toContain(id);
    await friend.ok('POST', `/lobbies/${id}/join`);
    await host.ok('POST', `/lobbies/${id}/start`);
    expect((await friend.ok('GET', `/matches/${id}`)).seat).toMatchObject({ seat: 1, status: 'active' });
    await friend.ok('POST', `/matches/${id}/resign`);
    expect(await loadMatchSnapshot({ matchId: id, viewer: 'spectator' })).toMatchObject({
      status: 'completed',
      rated: false,
      players: [
        { is_guest: true, elo: null, elo_after: null },
        { is_guest: true, elo: null, elo_after: null },
      ],
    });
    const again = await host.ok('POST', `/matches/${id}/rematch`, { idempotency_key: newId() });
    expect(await listed()).not.toContain(again.game_session_id);
    const accepted = await friend.ok('POST', `/matches/${id}/rematch`, { idempotency_key: newId() });
    expect(accepted.game_session_id).toBe(again.game_session_id);
  });

  test('of a person is for guests, and a public lobby of an agent is not', async () => {
    const owner = await ownerFixture();
    const id = await asOwner(owner).open();
    expect(await listed()).toContain(id);
    await new Browser().ok('POST', `/lobbies/${id}/join`);
    const agent = await playerFixture();
    const { game_session_id } = await agent.call<{ game_session_id: string }>('lobby.create', {
      experience_id: TIC_TAC_TOE,
    });
    const refused = await new Browser().send('POST', `/lobbies/${game_session_id}/join`);
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
  });
});

describe('a guest who gets an account', () => {
  test('keeps the running game and the player, and the cookie of the guest gives nothing any more', async () => {
    const browser = new Browser();
    const id = await browser.solo();
    const { agent_id } = await browser.player();
    const owner = await ownerFixture();
    await signIn(owner, browser);
    const own = asOwner(owner);
    expect(await own.ok('GET', '/me')).toMatchObject({
      is_guest: false,
      player: { agent_id },
      place: { game_session_id: id },
    });
    await own.ok('POST', `/matches/${id}/act`, { action: 'B2', idempotency_key: newId() });
    expect(await readPerson(browser.cookie)).toBeNull();
    const other = await ownerFixture();
    await signIn(other, browser);
    expect((await asOwner(other).ok('GET', '/me')).player).toBeNull();
  });

  test('does not replace the player of an account that has one, also of two browsers at the same time', async () => {
    const owner = await ownerFixture();
    const browsers = [new Browser(), new Browser(), new Browser()];
    for (const browser of browsers) await browser.solo();
    await Promise.all(browsers.map((browser) => signIn(owner, browser)));
    const { player } = await asOwner(owner).ok('GET', '/me');
    const people = await Promise.all(browsers.map(({ cookie }) => readPerson(cookie)));
    expect(people.filter((person) => person === null)).toHaveLength(1);
    expect(player).not.toBeNull();
    const ids = people.map((person) => (person?.kind === 'guest' ? person.guest.agentId : null));
    expect(ids).not.toContain(player.agent_id);
  });
});

test('removes guests that did not come back for 30 days, and keeps the records of their matches', async () => {
  const [idle, active] = [new Browser(), new Browser()];
  const id = await idle.solo();
  const { agent_id, display_name } = await idle.player();
  const playing = await active.solo();
  await idle.ok('POST', `/matches/${id}/resign`);
  setClock(new Date(now().getTime() + 31 * DAY_MS));
  await runCleanups(new AbortController().signal);
  expect(await readPerson(idle.cookie)).toBeNull();
  expect((await active.ok('GET', `/matches/${playing}`)).seat).not.toBeNull();
  const match = await loadMatchSnapshot({ matchId: id, viewer: 'spectator' });
  expect(match?.players.map((player) => player.display_name)).toContain(display_name);
  const { rows } = await pool().query('SELECT 1 FROM sessions WHERE agent_id = $1', [agent_id]);
  expect(rows).toEqual([]);
});

describe('a guest in a league', () => {
  const NIGHT = '/leagues/league_night_20261120_19';

  beforeAll(() => advanceBracketNights(new Date('2026-11-20T18:20:00Z')));

  test('takes a seat in a bracket night and gives it back, and in no other league', async () => {
    const guest = new Browser('10.0.7.1');
    const { player_id } = await guest.ok('POST', `${NIGHT}/join`);
    const { agent_id } = await guest.player();
    const { players } = await getLeague({ leagueId: 'league_night_20261120_19' });
    expect(players).toMatchObject([{ player_id, agent_id, kind: 'human' }]);
    await guest.ok('POST', `${NIGHT}/withdraw`, { player_id });
    expect((await getLeague({ leagueId: 'league_night_20261120_19' })).players).toEqual([]);
    await ensureDefaultLeague();
    const refused = await guest.send('POST', '/leagues/league_default/join');
    expect(refused).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } });
  });

  test('has at most three seats of one address in an hour, and withdraws no one else', async () => {
    const browsers = [1, 2, 3, 4].map(() => new Browser('10.0.7.2'));
    const answers = [];
    for (const browser of browsers) answers.push(await browser.send('POST', `${NIGHT}/join`));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    const [first, second] = [answers[0]?.body.player_id, browsers[1]];
    expect((await second?.send('POST', `${NIGHT}/withdraw`, { player_id: first }))?.status).toBe(403);
    expect((await new Browser('10.0.7.2').send('POST', `${NIGHT}/withdraw`, { player_id: first })).status).toBe(401);
    expect((await getLeague({ leagueId: 'league_night_20261120_19' })).players).toHaveLength(3);
  });
});
