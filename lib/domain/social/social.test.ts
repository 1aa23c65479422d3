import { describe, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { agentStream, socialStream } from '@/lib/core/stream';
import { pool, transaction } from '@/lib/data/database';
import { firstPartyExperienceId, registerDiscovered } from '@/lib/domain/catalog';
import { appendEvents, readEvents } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { whileRefused } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { countStatements } from '@/lib/testing/statements';
import {
  closeIdleSocialLobbies,
  expireDueProposals,
  loadSocialSnapshot,
  nextProposalDue,
  openLeftoverGameLobbies,
  PERMANENT_LOBBY_ID,
  seedSocialLobby,
  sendMessage,
} from '.';

useCatalog();
useClock();

const CHESS = firstPartyExperienceId('chess');
const SLOTS = firstPartyExperienceId('slots');
const DAY_MS = 24 * 3_600_000;

interface Proposal {
  id: string;
  status: string;
  votes_for: number;
  votes_against: number;
  game_session_id?: string;
  failure?: { code: string };
}
interface Messages {
  messages: { id: string; content: string }[];
  has_more: boolean;
}

const openLobby = async (creator: Player, input: Record<string, unknown> = {}): Promise<string> =>
  (await creator.call<{ id: string }>('social.create', input)).id;

/** A social lobby with its creator and others. */
async function gather(size: number): Promise<{ lobby: string; members: Player[] }> {
  const members = await Promise.all(
    Array.from({ length: size }, (_, n) => playerFixture({ displayName: `Member ${n}` })),
  );
  const lobby = await openLobby(members[0] as Player);
  for (const member of members.slice(1)) await member.call('social.join', { social_lobby_id: lobby });
  return { lobby, members };
}

const propose = async (member: Player, lobby: string, input: Record<string, unknown> = {}): Promise<string> => {
  const answer = await member.call<{ proposal_id: string }>('social.propose', {
    social_lobby_id: lobby,
    experience_id: TIC_TAC_TOE,
    ...input,
  });
  return answer.proposal_id;
};

const vote = (member: Player, proposal_id: string, word: 'yes' | 'no'): Promise<Proposal> =>
  member.call<Proposal>('social.vote', { proposal_id, vote: word });

const proposalsOf = async (member: Player, lobby: string): Promise<Proposal[]> =>
  (await member.call<{ proposals: Proposal[] }>('social.proposals', { social_lobby_id: lobby })).proposals;

const eventTypes = async (lobby: string): Promise<string[]> =>
  (await readEvents({ stream: socialStream(lobby), audiences: ['public'] })).map(({ type }) => type);

const noticesOf = async (player: Player) =>
  (await readEvents({ stream: agentStream(player.agentId), audiences: 'all' })).filter(({ type }) =>
    type.startsWith('game_lobby'),
  );

describe('a social lobby', () => {
  it('is created with its creator as the only member, and is listed', async () => {
    const creator = await playerFixture({ displayName: 'Ada' });
    const lobby = await creator.call('social.create', {
      name: 'Tonight',
      description: 'Two lines\nof text',
      max_members: 3,
    });
    expect(lobby).toMatchObject({
      name: 'Tonight',
      description: 'Two lines\nof text',
      created_by: creator.agentId,
      member_count: 1,
      max_members: 3,
      status: 'open',
    });
    const { lobbies } = await creator.call<{ lobbies: unknown[] }>('social.list');
    expect(lobbies).toContainEqual(lobby);
    expect(await creator.call('social.create')).toMatchObject({ name: "Ada's lobby", description: null });
  });

  it('answers a repeated key with the first lobby, and a full quota with QUOTA_EXCEEDED', async () => {
    const creator = await playerFixture();
    const keyed = await Promise.all(Array.from({ length: 10 }, () => creator.call('social.create', {}, 'one')));
    expect(new Set(keyed.map(({ id }) => id)).size).toBe(1);
    const racing = await Promise.allSettled(Array.from({ length: 24 }, () => creator.call('social.create')));
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
    expect(await creator.callError('social.create')).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      details: { name: 'social_lobbies', limit: 20, remaining: 0, resets_at: null },
    });
  });

  it('gives the last place once', async () => {
    const creator = await playerFixture();
    const lobby = await openLobby(creator, { max_members: 3 });
    const racing = await Promise.all(Array.from({ length: 8 }, () => playerFixture()));
    const results = await Promise.allSettled(
      racing.map((player) => player.call('social.join', { social_lobby_id: lobby })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(new Set(refused)).toEqual(new Set(['LOBBY_FULL']));
    const { members } = await creator.call<{ members: unknown[] }>('social.members', { social_lobby_id: lobby });
    expect(members).toHaveLength(3);
    expect(await creator.callError('social.join', { social_lobby_id: lobby })).toMatchObject({
      code: 'ALREADY_MEMBER',
    });
  });

  it('is dissolved when its creator leaves, and only members leave', async () => {
    const { lobby, members } = await gather(2);
    const [creator, guest] = members as [Player, Player];
    const owner = await ownerFixture();
    const stranger = await playerFixture({ owner });
    expect(await stranger.callError('social.leave', { social_lobby_id: lobby })).toMatchObject({ code: 'NOT_MEMBER' });
    expect(await stranger.callError('social.leave', { social_lobby_id: newId() })).toMatchObject({ code: 'NOT_FOUND' });
    const proposal = await propose(guest, lobby);
    expect(await creator.call('social.leave', { social_lobby_id: lobby })).toEqual({ left: true });
    expect(await guest.callError('social.message', { social_lobby_id: lobby, content: 'Hi' })).toMatchObject({
      code: 'NOT_MEMBER',
    });
    expect(await guest.callError('social.propose', { social_lobby_id: lobby, experience_id: CHESS })).toMatchObject({
      code: 'INVALID_STATE',
    });
    expect(await guest.callError('social.join', { social_lobby_id: lobby })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await proposalsOf(guest, lobby)).toMatchObject([{ id: proposal, status: 'expired' }]);
    const { lobbies } = await guest.call<{ lobbies: { id: string }[] }>('social.list');
    expect(lobbies.map(({ id }) => id)).not.toContain(lobby);
    expect((await eventTypes(lobby)).slice(-3)).toEqual(['member_left', 'proposal_closed', 'lobby_dissolved']);
  });

  it('is dissolved after a day without events, unless something happens meanwhile', async () => {
    const { lobby, members } = await gather(1);
    const { lobby: busy } = await gather(1);
    await seedSocialLobby();
    await seedSocialLobby();
    const [silent] = members as [Player];
    await silent.call('social.join', { social_lobby_id: PERMANENT_LOBBY_ID });
    expect(await closeIdleSocialLobbies()).toBe(0);
    advanceClock(DAY_MS + 60_000);
    // Events carry the real time: the busy lobby is made to look as if a message had come after the clock moved.
    await pool().query(
      `UPDATE stream_heads SET head = jsonb_set(head, '{lastId}', '"7ZZZZZZZZZ0000000000000000"') WHERE stream = $1`,
      [socialStream(busy)],
    );
    expect(await Promise.all([closeIdleSocialLobbies(), closeIdleSocialLobbies()])).toContainEqual(expect.any(Number));
    expect((await loadSocialSnapshot(lobby))?.lobby.status).toBe('dissolved');
    expect((await loadSocialSnapshot(busy))?.lobby.status).toBe('open');
    expect(await loadSocialSnapshot(PERMANENT_LOBBY_ID)).toMatchObject({
      lobby: { status: 'open', created_by: null },
      members: [],
    });
    expect((await eventTypes(lobby)).filter((type) => type === 'lobby_dissolved')).toHaveLength(1);
  });
});

describe('messages', () => {
  it('reach members that wait, other readers, and the pages, in one order', async () => {
    const { lobby, members } = await gather(2);
    const [first, second] = members as [Player, Player];
    const stream = `social:${lobby}`;
    const { cursor } = await second.call<{ cursor: string }>('events.wait', { stream, timeout_ms: 0 });
    const waiting = second.call<{ events: { id: string; type: string; data: unknown }[] }>('events.wait', {
      stream,
      after: cursor,
    });
    const sent = await first.call('social.message', { social_lobby_id: lobby, content: '  Hello\n<b>you</b> ' });
    expect(sent).toMatchObject({ content: 'Hello\n<b>you</b>', agent_id: first.agentId, display_name: 'Member 0' });
    expect((await waiting).events).toMatchObject([
      { id: sent.id, type: 'message_sent', data: { content: sent.content } },
    ]);
    for (const content of ['two', 'three']) await second.call('social.message', { social_lobby_id: lobby, content });
    const reader = await playerFixture();
    const page = await reader.call<Messages>('social.messages', { social_lobby_id: lobby, limit: 2 });
    expect(page).toMatchObject({ messages: [sent, { content: 'two' }], has_more: true, members: [{}, {}] });
    const rest = { social_lobby_id: lobby, after: page.messages[1]?.id };
    expect(await reader.call('social.messages', rest)).toMatchObject({
      messages: [{ content: 'three' }],
      has_more: false,
    });
    expect((await loadSocialSnapshot(lobby))?.messages.map(({ content }) => content)).toEqual([
      sent.content,
      'two',
      'three',
    ]);
    const joined = await reader.call('social.join', { social_lobby_id: lobby });
    expect(joined).toMatchObject({ lobby_id: lobby, members: [{}, {}, { agent_id: reader.agentId }] });
    expect((joined.recent_messages as unknown[]).length).toBe(3);
  });

  it('are refused from non-members, a sibling of a member included, and when they are empty, too long or hostile', async () => {
    const owner = await ownerFixture();
    const creator = await playerFixture({ owner });
    const sibling = await playerFixture({ owner });
    const lobby = await openLobby(creator);
    const say = (content: string) => ({ social_lobby_id: lobby, content });
    expect(await sibling.callError('social.message', say('Hi'))).toMatchObject({ code: 'NOT_MEMBER' });
    expect(await creator.callError('social.message', { social_lobby_id: newId(), content: 'Hi' })).toMatchObject({
      code: 'NOT_FOUND',
    });
    for (const content of ['', ' \n ', 'x'.repeat(2001), 'a\u0007b', 'left\u202Eright']) {
      const error = await creator.callError('social.message', say(content));
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: ['content'] }] } });
    }
    expect(await creator.call('social.message', say('x'.repeat(2000)))).toMatchObject({ content: 'x'.repeat(2000) });
    const foreign = { social_lobby_id: lobby, after: '01JD3W7Q2Z9X8Y7V6T5S4R3Q2P' };
    expect(await creator.callError('social.messages', foreign)).toMatchObject({ code: 'VALIDATION_ERROR' });
    for (const tool of ['social.messages', 'social.members', 'social.proposals']) {
      expect(await creator.callError(tool, { social_lobby_id: newId() })).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('are stored once for one idempotency key', async () => {
    const creator = await playerFixture();
    const lobby = await openLobby(creator);
    const say = { social_lobby_id: lobby, content: 'Once' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => creator.call('social.message', say, 'k')));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await creator.callError('social.message', { ...say, content: 'Twice' }, 'k')).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    const { messages } = await creator.call<Messages>('social.messages', { social_lobby_id: lobby });
    expect(messages).toHaveLength(1);
  });

  it('keep one order when another process writes to the lobby as well, and end with the membership', async () => {
    const { lobby, members } = await gather(2);
    const [creator, guest] = members as [Player, Player];
    const stream = socialStream(lobby);
    const say = (player: Player, content: string) => player.call('social.message', { social_lobby_id: lobby, content });
    const elsewhere = () =>
      transaction((client) => appendEvents(client, stream, [{ type: 'votes_changed', data: {} }]));
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 4 === 0 ? elsewhere() : say(n % 2 === 0 ? creator : guest, `${n}`))),
    );
    const events = await readEvents({ stream, audiences: ['public'] });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.filter(({ type }) => type === 'message_sent')).toHaveLength(15);
    await guest.call('social.leave', { social_lobby_id: lobby });
    await say(creator, 'Alone');
    expect(await guest.callError('social.message', { social_lobby_id: lobby, content: 'Hi' })).toMatchObject({
      code: 'NOT_MEMBER',
    });
  });

  it('cost one statement when this process has sent the last one', async () => {
    const { lobby, members } = await gather(1);
    const [creator] = members as [Player];
    const say = () => sendMessage({ agent: creator.caller, lobbyId: lobby, content: 'Hello' });
    await say();
    // Not the reads of streams that earlier tests waited on.
    const written = /^(social\.|events\.(read_head|lock_head|append))/;
    const oneByOne = async () => {
      for (let message = 0; message < 5; message++) await say();
    };
    expect(await countStatements(written, oneByOne)).toBe(5);
    const together = () => Promise.all(Array.from({ length: 40 }, say));
    expect(await countStatements(written, together)).toBeLessThanOrEqual(2);
  });

  it('that are sent together fail each by itself', async () => {
    const { lobby, members } = await gather(2);
    const [creator, guest] = members as [Player, Player];
    const stranger = await playerFixture();
    const say = (player: Player, content: string) => sendMessage({ agent: player.caller, lobbyId: lobby, content });
    const sent = await Promise.allSettled([say(creator, '1'), say(stranger, '2'), say(guest, '3'), say(creator, '4')]);
    expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(sent[1]).toMatchObject({ reason: { code: 'NOT_MEMBER' } });
    expect((await loadSocialSnapshot(lobby))?.messages.map(({ content }) => content)).toEqual(['1', '3', '4']);
  });

  it('cannot be waited for without social:read', async () => {
    const { lobby } = await gather(1);
    const narrow = await playerFixture({ scopes: ['session:read'] });
    expect(await narrow.callError('events.wait', { stream: `social:${lobby}` })).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a proposal', () => {
  it('that passes opens one game lobby: the proposer hosts, all that voted yes and are free join', async () => {
    const { lobby, members } = await gather(5);
    const [a, b, c, d] = members as [Player, Player, Player, Player];
    const proposal = await propose(b, lobby, { reason: 'Quick', config: { move_time_s: 30 } });
    await d.call('session.create', { experience_id: SLOTS });
    expect(await vote(d, proposal, 'yes')).toMatchObject({ status: 'active', votes_for: 1 });
    await vote(a, proposal, 'yes');
    await vote(c, proposal, 'no');
    const approved = await vote(b, proposal, 'yes');
    expect(approved).toMatchObject({ status: 'approved', votes_for: 3, votes_against: 1 });
    const game = approved.game_session_id ?? '';
    const state = await a.call<{ players: { role: string }[] }>('match.state', { game_session_id: game });
    expect(state).toMatchObject({ status: 'waiting', experience_id: TIC_TAC_TOE });
    expect(state.players.map(({ role }) => role)).toEqual(['host', 'player']);
    const [notice] = await noticesOf(a);
    expect(notice).toMatchObject({ type: 'game_lobby_opened', data: { game_session_id: game, joined: true } });
    expect((await noticesOf(d))[0]?.data).toMatchObject({ joined: false, error: { code: 'AGENT_BUSY' } });
    expect(await noticesOf(c)).toEqual([]);
    expect((await eventTypes(lobby)).slice(-3)).toEqual(['vote_cast', 'proposal_closed', 'game_lobby_opened']);
    expect((await proposalsOf(a, lobby))[0]).toMatchObject({ id: proposal, status: 'approved', game_session_id: game });
    const late = await (members[4] as Player).callError('social.vote', { proposal_id: proposal, vote: 'yes' });
    expect(late).toMatchObject({ code: 'PROPOSAL_EXPIRED', details: { status: 'approved', game_session_id: game } });
  });

  it('is decided by one of the votes that race', async () => {
    const { lobby, members } = await gather(6);
    const proposal = await propose(members[0] as Player, lobby, { experience_id: firstPartyExperienceId('blackjack') });
    const results = await Promise.allSettled(members.map((member) => vote(member, proposal, 'yes')));
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const games = new Set(answers.flatMap(({ game_session_id }) => game_session_id ?? []));
    expect(games.size).toBe(1);
    expect(answers.filter(({ status }) => status !== 'active').length).toBeGreaterThan(0);
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(codes).toHaveLength(2);
    expect(new Set(codes)).toEqual(new Set(['PROPOSAL_EXPIRED']));
    const { rows } = await pool().query('SELECT count(*)::int AS n FROM lobbies WHERE id = ANY ($1::uuid[])', [
      [...games],
    ]);
    expect(rows[0].n).toBe(1);
    expect((await eventTypes(lobby)).filter((type) => type === 'game_lobby_opened')).toHaveLength(1);
  });

  it('is rejected when it can no longer pass, and fails when its proposer is busy elsewhere', async () => {
    const { lobby, members } = await gather(4);
    const [a, b, c] = members as [Player, Player, Player];
    const rejected = await propose(a, lobby);
    expect(await vote(a, rejected, 'no')).toMatchObject({ status: 'active' });
    expect(await a.callError('social.vote', { proposal_id: rejected, vote: 'yes' })).toMatchObject({
      code: 'ALREADY_VOTED',
    });
    expect(await vote(b, rejected, 'no')).toMatchObject({ status: 'rejected', votes_against: 2 });
    await a.call('session.create', { experience_id: SLOTS });
    const failing = await propose(a, lobby);
    await vote(a, failing, 'yes');
    await vote(b, failing, 'yes');
    expect(await vote(c, failing, 'yes')).toMatchObject({ status: 'failed', failure: { code: 'AGENT_BUSY' } });
    expect((await noticesOf(b))[0]).toMatchObject({ type: 'game_lobby_failed', data: { joined: false } });
  });

  it('expires after ten minutes, once', async () => {
    const { lobby, members } = await gather(3);
    const [a, b] = members as [Player, Player];
    const proposal = await propose(a, lobby);
    const due = await nextProposalDue();
    expect((due?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(10 * 60_000);
    expect(await a.callError('social.propose', { social_lobby_id: lobby, experience_id: TIC_TAC_TOE })).toMatchObject({
      code: 'DUPLICATE_PROPOSAL',
    });
    advanceClock(10 * 60_000 + 1);
    expect(await b.callError('social.vote', { proposal_id: proposal, vote: 'yes' })).toMatchObject({
      code: 'PROPOSAL_EXPIRED',
    });
    await Promise.all([expireDueProposals(), expireDueProposals()]);
    expect(await proposalsOf(a, lobby)).toMatchObject([{ id: proposal, status: 'expired' }]);
    expect((await eventTypes(lobby)).filter((type) => type === 'proposal_closed')).toHaveLength(1);
    expect(await propose(a, lobby)).not.toBe(proposal);
  });

  it('expires although another one, which is due before it, cannot be ended', async () => {
    const gathered = [await gather(3), await gather(3)] as const;
    for (const { lobby, members } of gathered) await propose(members[0] as Player, lobby);
    advanceClock(10 * 60_000 + 1);
    const [bad, good] = gathered;
    const { expired, due } = await whileRefused(
      'UPDATE ON social_proposals',
      `OLD.lobby_id = '${bad.lobby}'`,
      async () => ({
        expired: await expireDueProposals(),
        due: await nextProposalDue(),
      }),
    );
    expect(expired).toBe(1);
    expect(due?.getTime()).toBeGreaterThan(now().getTime());
    expect(await proposalsOf(good.members[0] as Player, good.lobby)).toMatchObject([{ status: 'expired' }]);
    advanceClock(1_001);
    expect(await expireDueProposals()).toBe(1);
  });

  it('is decided again when a member leaves, without the votes of that member', async () => {
    const { lobby, members } = await gather(4);
    const [a, b, c, d] = members as [Player, Player, Player, Player];
    const proposal = await propose(a, lobby);
    await vote(a, proposal, 'yes');
    await vote(b, proposal, 'yes');
    await vote(c, proposal, 'no');
    await c.call('social.leave', { social_lobby_id: lobby });
    const [decided] = await proposalsOf(d, lobby);
    expect(decided).toMatchObject({ status: 'approved', votes_for: 2, votes_against: 0 });
    expect(await a.call('match.state', { game_session_id: decided?.game_session_id })).toMatchObject({
      status: 'waiting',
    });
  });

  it('is opened by another process when the one with the deciding vote dies', async () => {
    const { lobby, members } = await gather(1);
    const [a] = members as [Player];
    const proposal = await propose(a, lobby);
    const game = newId();
    await pool().query('INSERT INTO social_votes VALUES ($1, $2, true, now())', [proposal, a.agentId]);
    await pool().query(
      "UPDATE social_proposals SET status = 'approved', game_session_id = $2, due_at = now() WHERE id = $1",
      [proposal, game],
    );
    expect((await proposalsOf(a, lobby))[0]).not.toHaveProperty('game_session_id');
    const opened = await Promise.all([openLeftoverGameLobbies(), openLeftoverGameLobbies()]);
    expect(opened.sort()).toEqual([0, 1]);
    expect((await proposalsOf(a, lobby))[0]).toMatchObject({ status: 'approved', game_session_id: game });
    expect(await a.call('match.state', { game_session_id: game })).toMatchObject({ status: 'waiting' });
  });

  it('warns of what cannot be played together and refuses what cannot be proposed', async () => {
    const { lobby, members } = await gather(3);
    const [a] = members as [Player];
    const stranger = await playerFixture();
    const input = { social_lobby_id: lobby, experience_id: CHESS };
    expect(await a.call('social.propose', input)).toMatchObject({
      experience_name: 'Chess',
      multiplayer: true,
      min_players: 2,
      max_players: 2,
      warning: expect.stringContaining('at most 2 players'),
    });
    expect(await a.call('social.propose', { ...input, experience_id: SLOTS })).toMatchObject({
      multiplayer: false,
      warning: expect.stringContaining('multiplayer'),
    });
    const { id: server } = await registerDiscovered({
      publisher: { agentId: null, ownerId: null },
      manifest: {
        name: 'Workshop',
        version: '1.0.0',
        summary: 'Two tools of an MCP server.',
        category: 'discovered',
        tier: 2,
        publisher: { name: 'example.org' },
        discovered: { server_url: 'https://example.org/mcp' },
      },
      seen: { tools: [{ name: 'look' }], hash: 'hash' },
    });
    expect(await a.call('social.propose', { ...input, experience_id: server })).toMatchObject({
      multiplayer: false,
      warning: expect.stringContaining('does not support multiplayer'),
    });
    expect(await stranger.callError('social.propose', input)).toMatchObject({ code: 'NOT_MEMBER' });
    expect(await a.callError('social.propose', { ...input, experience_id: newId() })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await a.callError('social.propose', { ...input, social_lobby_id: newId() })).toMatchObject({
      code: 'NOT_FOUND',
    });
    const bad = { ...input, experience_id: TIC_TAC_TOE, config: { move_time_s: 1 } };
    expect(await a.callError('social.propose', bad)).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: ['config', 'move_time_s'] }] },
    });
    const vote = { proposal_id: newId(), vote: 'yes' };
    expect(await a.callError('social.vote', vote)).toMatchObject({ code: 'NOT_FOUND' });
    const chess = (await proposalsOf(a, lobby)).at(-1)?.id;
    expect(await stranger.callError('social.vote', { ...vote, proposal_id: chess })).toMatchObject({
      code: 'NOT_MEMBER',
    });
  });
});
