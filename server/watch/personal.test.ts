import { expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { experienceStream, matchStream } from '@/lib/core/stream';
import { pool, transaction } from '@/lib/data/database';
import { readOwner, signOutEverywhere } from '@/lib/domain/accounts';
import { flushAudit, recordCall } from '@/lib/domain/activity';
import { actInMatch, fireDueMatches, type MatchRow, readMatch, startMatch } from '@/lib/domain/matches';
import { announceNotices, notifyOwner, readAllNotices } from '@/lib/domain/notifications';
import { ensurePlayer, type OwnPlayer } from '@/lib/domain/people';
import { appendEvents, publish, waitForEvents } from '@/lib/events';
import type { WerewolfState } from '@/lib/games/werewolf';
import { playerIdOf } from '@/lib/games/werewolf/state';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock, useClock } from '@/lib/testing/clock';
import { agentFixture, type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { TIC_TAC_TOE } from '@/lib/testing/play';
import { type Spectator, until, useWatchServer } from './testing/watch-server';

useCatalog();
useClock();

const { spectator } = useWatchServer();

const BEFORE_FIRST_EVENT = '00000000000000000000000000';
const call = { tool: 'auth.whoami', transport: 'mcp' as const, outcome: 'ok' as const, status: 200, durationUs: 1_000 };

async function follow({ cookie }: { cookie: string }, stream: string, after?: string) {
  const opened = await spectator({ cookie });
  const refusals: { stream: string; error: { code: string } }[] = [];
  opened.socket.on('refused', (refusal) => refusals.push(refusal));
  const answer = await opened.ask('subscribe', { stream, ...(after ? { after } : {}) });
  return { ...opened, answer, refusals };
}

const typesOf = ({ heard }: Pick<Spectator, 'heard'>) => heard.map(({ type }) => type);

test('an owner hears of notices and of calls of the own agents, another one of neither', async () => {
  const [owner, other] = [await ownerFixture(), await ownerFixture()];
  const { caller } = await agentFixture({ owner });
  const { caller: stranger } = await agentFixture();
  const [own, elsewhere] = [await follow(owner, 'owner'), await follow(other, 'owner')];
  expect(own.answer.snapshot).toEqual({ unread: 0, newest_id: null });
  recordCall({ caller: stranger, ...call });
  await flushAudit();
  await notifyOwner({ ownerId: owner.ownerId, type: 'cap_reached', data: {} });
  await announceNotices(owner.ownerId);
  await until(() => own.heard.length === 1);
  expect(own.heard[0]).toMatchObject({ stream: 'owner', type: 'notices_changed', data: { unread: 1 } });
  recordCall({ caller, ...call });
  await flushAudit();
  await until(() => own.heard.length === 2);
  await readAllNotices(owner.ownerId);
  await until(() => own.heard.length === 3);
  expect(typesOf(own)).toEqual(['notices_changed', 'calls_changed', 'notices_changed']);
  expect(own.heard.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(own.heard[1]?.data).toEqual({});
  expect(elsewhere.heard).toEqual([]);
});

test('a second part of a page that follows the owner too takes no news from the first one', async () => {
  const owner = await ownerFixture();
  const { caller } = await agentFixture({ owner });
  const { ask, heard } = await follow(owner, 'owner');
  recordCall({ caller, ...call });
  await flushAudit();
  await ask('subscribe', { stream: 'owner' });
  await until(() => heard.some(({ type }) => type === 'calls_changed'));
});

test('a page that comes back gets the present state of its owner', async () => {
  const owner = await ownerFixture();
  const first = await follow(owner, 'owner');
  first.socket.disconnect();
  await notifyOwner({ ownerId: owner.ownerId, type: 'cap_reached', data: {} });
  await announceNotices(owner.ownerId);
  const again = await follow(owner, 'owner', first.answer.cursor);
  expect(again.answer.snapshot).toMatchObject({ unread: 1 });
  expect(again.answer.cursor).not.toBe(first.answer.cursor);
});

test('visitors, agents and pages of other origins follow no personal stream, nor see that they exist', async () => {
  const { caller, apiKey } = await agentFixture();
  const owner = await ownerFixture();
  const { matchId } = await startWerewolf([caller.agentId]);
  const strangers: Record<string, string>[] = [
    {},
    { authorization: `Bearer ${apiKey}`, cookie: owner.cookie },
    { cookie: owner.cookie, origin: 'https://elsewhere.example' },
  ];
  for (const headers of strangers) {
    const { ask } = await spectator(headers);
    for (const stream of ['owner', `seat:${matchId}`, `seat:${newId()}`])
      expect((await ask('subscribe', { stream })).error?.code).toBe('UNAUTHENTICATED');
  }
  for (const stream of [`seat:${matchId}`, `seat:${newId()}`])
    expect((await follow(owner, stream)).answer.error?.code).toBe('UNAUTHENTICATED');
  const omniscient = await spectator({ cookie: owner.cookie });
  for (const stream of ['owner', `seat:${matchId}`])
    expect((await omniscient.ask('subscribe', { stream, view: 'omniscient' })).error?.code).toBe('NOT_FOUND');
});

test('the publisher of an experience follows its verifications, and nobody else does', async () => {
  const [owner, other] = [await ownerFixture(), await ownerFixture()];
  await pool().query('UPDATE experiences SET created_by_owner_id = $2 WHERE id = $1', [TIC_TAC_TOE, owner.ownerId]);
  const stream = experienceStream(TIC_TAC_TOE);
  const own = await follow(owner, stream);
  expect(own.answer).toMatchObject({ snapshot: {}, view: 'personal' });
  expect((await follow(other, stream)).answer.error?.code).toBe('UNAUTHENTICATED');
  const event = { type: 'verification_started', data: {} };
  publish(await transaction((client) => appendEvents(client, stream, [event])));
  await until(() => own.heard.length === 1);
  expect(own.heard[0]).toMatchObject({ stream, type: 'verification_started' });
});

test('a sign-out everywhere ends personal streams', async () => {
  const { owner, player } = await personFixture();
  const { matchId, agents } = await startWerewolf([player.agentId]);
  const followed = [await follow(owner, 'owner'), await follow(owner, `seat:${matchId}`)];
  expect(followed.map(({ answer }) => answer.error)).toEqual([undefined, undefined]);
  await signOutEverywhere(owner.ownerId);
  await until(() => followed.every(({ refusals }) => refusals.length === 1));
  expect(followed.map(({ refusals }) => refusals[0]?.error.code)).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
  expect(agents).toHaveLength(8);
});

test('a person reads the events of the own seat and team, and of no other, and a dead werewolf no more of its pack', async () => {
  const { owner, player } = await personFixture();
  const { matchId, agents, stored, endPhase } = await startWerewolf([player.agentId], 'WEREWOLF');
  const { roles } = (await stored()).state;
  const doomed = agents.indexOf(player.agentId);
  const survivor = roles.findIndex((role, seat) => role === 'WEREWOLF' && seat !== doomed);
  const watching = await spectator();
  const counts: number[] = [];
  watching.socket.on('presence', ({ spectators }: { spectators: number }) => counts.push(spectators));
  await watching.ask('subscribe', { stream: matchStream(matchId) });
  const own = await follow(owner, `seat:${matchId}`, BEFORE_FIRST_EVENT);
  await until(() => typesOf(own).includes('role_dealt'));
  const dealt = own.heard.filter(({ type }) => type === 'role_dealt');
  expect(dealt.map(({ data }) => data.playerId)).toEqual([playerIdOf(doomed)]);
  expect(JSON.stringify(own.heard)).not.toContain('"view"');
  const whisper = async (seat: number, text: string) =>
    expect(await actInMatch({ matchId, seat, action: { type: 'wolf_chat', text } })).toMatchObject({ events: [{}] });

  await endPhase();
  await whisper(survivor, 'We eat at nine.');
  await until(() => JSON.stringify(own.heard).includes('We eat at nine.'));
  while ((await stored()).state.phase !== 'DAY_VOTE') await endPhase();
  const voters = (await stored()).state.alive.flatMap((isAlive, seat) => (isAlive ? [seat] : []));
  for (const seat of voters)
    await actInMatch({ matchId, seat, action: { type: 'vote', targetPlayerId: playerIdOf(doomed) } });
  expect((await stored()).state.alive[doomed]).toBe(false);
  await endPhase();
  await pool().query('DELETE FROM rate_limits');
  const after = watching.heard.at(-1)?.id ?? '';
  const pending = waitForEvents({ stream: matchStream(matchId), audiences: ['team:wolves'], after, timeoutMs: 20_000 });
  await whisper(survivor, 'Alone now.');
  expect(JSON.stringify(await pending)).toContain('Alone now.');
  const again = await follow(owner, `seat:${matchId}`, BEFORE_FIRST_EVENT);
  await until(() => typesOf(again).includes('role_dealt'));
  for (const { heard } of [own, again, watching]) expect(JSON.stringify(heard)).not.toContain('Alone now.');
  expect(counts.at(-1)).toBe(1);
});

async function personFixture(): Promise<{ owner: OwnerFixture; player: OwnPlayer }> {
  const owner = await ownerFixture();
  const session = await readOwner(owner.cookie);
  if (!session) throw new Error('the owner is not signed in');
  return { owner, player: await ensurePlayer(session) };
}

/** A match of eight whose first seats are these agents'; it is started again until the first one has the role. */
async function startWerewolf(first: readonly string[], role?: string) {
  const others = await Promise.all(Array.from({ length: 8 - first.length }, () => agentFixture()));
  const agents = [...first, ...others.map(({ agentId }) => agentId)];
  for (;;) {
    const { id: matchId } = await startMatch({
      experienceId: newId(),
      gameId: 'werewolf',
      kind: 'lobby',
      rated: false,
      seats: agents.map((agentId) => ({
        agentId,
        experienceAgentId: agentId,
        displayName: 'Guest',
        kind: 'agent' as const,
        sessionId: null,
      })),
    });
    const stored = async () => (await readMatch(matchId)) as MatchRow & { state: WerewolfState };
    if (role && (await stored()).state.roles[0] !== role) continue;
    const endPhase = async () => {
      setClock((await stored()).deadlineAt as Date);
      await fireDueMatches();
    };
    return { matchId, agents, stored, endPhase };
  }
}
