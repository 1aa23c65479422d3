import { beforeAll, describe, expect, it } from 'vitest';
import { env } from '@/lib/core/env';
import { pool } from '@/lib/data/database';
import { seedFirstParty } from '@/lib/domain/catalog';
import { playerIdOf } from '@/lib/games/werewolf/state';
import { useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { useServer } from './testing/use-server';
import { endWerewolfPhase, werewolfMatch, werewolfMatchIn } from './testing/werewolf-match';

useDatabase();
useClock();
const server = useServer();
beforeAll(async () => {
  env().EXHIBITION = false;
  await seedFirstParty();
});

// biome-ignore lint/suspicious/noExplicitAny: each tool answers its own fields.
type Answer = any;

async function post({ apiKey }: AgentFixture, path: string, body: object): Promise<Answer> {
  const response = await fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  expect(response.status).toBeLessThan(500);
  return answer;
}

const call = (agent: AgentFixture, tool: string, args: object = {}) => post(agent, `tools/et.werewolf.${tool}`, args);
const codeOf = ({ error }: Answer): string => error?.code ?? 'ok';
const resetLimits = () => pool().query('DELETE FROM rate_limits');

const movesOf = async (matchId: string, type: string): Promise<unknown[]> => {
  const { rows } = await pool().query(
    `SELECT move FROM match_inputs WHERE match_id = $1 AND move->>'type' = $2 ORDER BY n`,
    [matchId, type],
  );
  return rows.map(({ move }) => move);
};

describe('a hostile player', () => {
  it('acts once with fifty calls of one key at the same time, and gets one answer', async () => {
    const { matchId, agentAt, living } = await werewolfMatchIn('DAY_VOTE');
    const voter = agentAt(living[0] as number);
    const vote = { matchId, targetPlayerId: playerIdOf(living[1] as number), idempotencyKey: 'fifty-votes' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(voter, 'match.vote', vote)));
    expect(answers[0]).toMatchObject({ ok: true });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await movesOf(matchId, 'vote')).toHaveLength(1);
    const other = { ...vote, targetPlayerId: null };
    expect(codeOf(await call(voter, 'match.vote', other))).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('has one vote, whatever it sends at the same time', async () => {
    const { matchId, agentAt, living } = await werewolfMatchIn('DAY_VOTE');
    const voter = living[0] as number;
    const targets = living.slice(1).map(playerIdOf);
    const send = (targetPlayerId: string) => call(agentAt(voter), 'match.vote', { matchId, targetPlayerId });
    expect((await Promise.all(targets.map(send))).map(codeOf)).toEqual(targets.map(() => 'ok'));
    const { state } = await werewolfMatch(matchId);
    expect(state.votes.filter((one) => one !== null)).toHaveLength(1);
  });

  it('repeats a message with its key within the limit of messages, and sends no second one', async () => {
    const { matchId, agentAt } = await werewolfMatchIn('DAY_OPENING');
    const speaker = agentAt((await werewolfMatch(matchId)).state.alive.indexOf(true));
    const message = { matchId, text: 'I am here.', kind: 'OPENING', idempotencyKey: 'opening-1' };
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => call(speaker, 'match.say_public', message)));
    expect(first).toMatchObject({ ok: true });
    expect(others).toEqual([first, first]);
    expect(await movesOf(matchId, 'say')).toHaveLength(1);
  });

  it('gets IDEMPOTENCY_CONFLICT for every tool when it sends a key again with another body, and changes nothing', async () => {
    const idempotencyKey = 'one-key-for-all';
    const newcomer = await agentFixture();
    const join = (preferredDisplayName: string) =>
      call(newcomer, 'queue.join', { preferredDisplayName, idempotencyKey });
    expect([codeOf(await join('Ada')), codeOf(await join('Eve'))]).toEqual(['ok', 'IDEMPOTENCY_CONFLICT']);
    expect(codeOf(await call(newcomer, 'queue.leave', { idempotencyKey }))).toBe('ok');
    const night = await werewolfMatchIn('NIGHT');
    const { matchId, state } = night;
    const [first = '', second = ''] = state.roles.flatMap((role, seat) =>
      role === 'VILLAGER' ? [playerIdOf(seat)] : [],
    );
    const twice = async (agent: AgentFixture, tool: string, one: object, other: object) => {
      const args = { matchId, idempotencyKey };
      const codes = [
        codeOf(await call(agent, tool, { ...args, ...one })),
        codeOf(await call(agent, tool, { ...args, ...other })),
      ];
      return [tool, ...codes];
    };
    const targets = [{ targetPlayerId: first }, { targetPlayerId: second }] as const;
    const texts = [{ text: 'One.' }, { text: 'Two.' }] as const;
    const refused = [
      await twice(night.holder('WEREWOLF'), 'match.night.wolf_chat', ...texts),
      await twice(night.holder('WEREWOLF'), 'match.night.wolf_kill', ...targets),
      await twice(night.holder('SEER'), 'match.night.seer_inspect', ...targets),
      await twice(night.holder('DOCTOR'), 'match.night.doctor_protect', ...targets),
    ];
    const chosen = (await werewolfMatch(matchId)).state.nights.at(-1);
    expect([chosen?.inspected, chosen?.protected].map((seat) => playerIdOf(seat ?? -1))).toEqual([first, first]);
    for (const phase of ['DAY_ANNOUNCE', 'DAY_OPENING']) {
      await endWerewolfPhase(matchId);
      expect((await werewolfMatch(matchId)).state.phase).toBe(phase);
    }
    const speaker = night.agentAt((await werewolfMatch(matchId)).state.alive.indexOf(true));
    refused.push(await twice(speaker, 'match.say_public', ...texts));
    for (const _ of ['DAY_DISCUSSION', 'DAY_VOTE']) await endWerewolfPhase(matchId);
    refused.push(await twice(speaker, 'match.vote', { targetPlayerId: null }, { targetPlayerId: null, reason: 'No.' }));
    expect(refused).toEqual(refused.map(([tool]) => [tool, 'ok', 'IDEMPOTENCY_CONFLICT']));
  });

  it('gets WRONG_PHASE however often it speaks at night, and may speak when the day begins', async () => {
    const { matchId, holder } = await werewolfMatchIn('NIGHT');
    const say = (agent: AgentFixture) => call(agent, 'match.say_public', { matchId, text: 'Hello.' });
    const codes = await Promise.all(Array.from({ length: 10 }, () => say(holder('WEREWOLF'))));
    expect(new Set(codes.map(codeOf))).toEqual(new Set(['WRONG_PHASE']));
    for (const _ of ['DAY_ANNOUNCE', 'DAY_OPENING']) await endWerewolfPhase(matchId);
    expect(codeOf(await say(holder('WEREWOLF')))).toBe('ok');
    expect(codeOf(await say(holder('WEREWOLF')))).toBe('ALREADY_SUBMITTED');
  });

  it('gets one message of a flood through, and keeps nobody else from speaking', async () => {
    const { matchId, agentAt, living } = await werewolfMatchIn('DAY_DISCUSSION');
    const [loud, quiet] = living.map(agentAt) as [AgentFixture, AgentFixture];
    const say = (agent: AgentFixture, text: string) => call(agent, 'match.say_public', { matchId, text });
    const flood = Array.from({ length: 40 }, (_, index) => say(loud, `Listen to me, ${index}.`));
    const answers = await Promise.all([...flood, say(quiet, 'May I?')]);
    expect(codeOf(answers.pop())).toBe('ok');
    const codes = answers.map(codeOf).sort();
    expect(codes).toEqual([...Array.from({ length: 39 }, () => 'RATE_LIMITED'), 'ok']);
    expect(await movesOf(matchId, 'say')).toHaveLength(2);
  });

  it('reads when its next message is accepted, by events.wait and by get_state, and then it is', async () => {
    const { matchId, agentAt, living } = await werewolfMatchIn('DAY_OPENING');
    for (const seat of living)
      expect(codeOf(await call(agentAt(seat), 'match.say_public', { matchId, text: 'Hello.' }))).toBe('ok');
    expect((await werewolfMatch(matchId)).state.phase).toBe('DAY_DISCUSSION');
    const last = agentAt(living.at(-1) as number);
    const look = async () => {
      const waited = await post(last, 'tools/events.wait', { stream: `werewolf:${matchId}`, timeout_ms: 0 });
      const { state } = await call(last, 'match.get_state', { matchId });
      return { next: waited.next_action, you: state.you };
    };
    const early = await look();
    expect(early.next).toMatchObject({ tool: 'et.werewolf.match.say_public', not_before: expect.any(String) });
    expect(Date.parse(early.next.not_before)).toBeLessThan(Date.parse(early.next.due_at));
    expect(early.you.requiredAction).toMatchObject({ type: 'SPEAK_DISCUSSION', notBefore: expect.any(String) });
    expect(early.you.phaseBrief).toMatch(/Your next message is accepted in [123] s\./);
    const hasty = await call(last, 'match.say_public', { matchId, text: 'And another thing.' });
    expect(hasty.error).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('public message in 3 s'),
    });
    await resetLimits();
    const later = await look();
    expect(later.next).not.toHaveProperty('not_before');
    expect(later.you.requiredAction).not.toHaveProperty('notBefore');
  });

  it('cannot talk faster over session.step than over the tools', async () => {
    const { matchId, holder, state, seats } = await werewolfMatchIn('NIGHT');
    const wolf = holder('WEREWOLF');
    const sessionId = seats[state.roles.indexOf('WEREWOLF')]?.sessionId;
    const step = () => post(wolf, `sessions/${sessionId}/step`, { action: { type: 'wolf_chat', text: 'Howl.' } });
    const codes = (await Promise.all([step(), step(), step()])).map(codeOf);
    expect(codes.sort()).toEqual(['RATE_LIMITED', 'RATE_LIMITED', 'ok']);
    expect(codeOf(await call(wolf, 'match.night.wolf_chat', { matchId, text: 'Howl.' }))).toBe('RATE_LIMITED');
    expect(await movesOf(matchId, 'wolf_chat')).toHaveLength(1);
  });

  it.each([
    ['a blank text', ' \u200b\n'],
    ['control characters', 'Hello\u0007'],
    ['a turned direction', 'Hello \u202egood'],
    ['half of a pair', 'Hello \ud83d'],
    ['a null character', 'Hello\u0000'],
    ['a huge text', 'x'.repeat(50_000)],
  ])('is refused with %s in every field that people read', async (_, text) => {
    const { matchId, agentAt, living, seats } = await werewolfMatchIn('DAY_OPENING');
    const seat = living[0] as number;
    const agent = agentAt(seat);
    expect(codeOf(await call(agent, 'match.say_public', { matchId, text }))).toBe('VALIDATION_ERROR');
    expect(codeOf(await call(agent, 'match.vote', { matchId, targetPlayerId: null, reason: text }))).toBe(
      'VALIDATION_ERROR',
    );
    expect(codeOf(await call(agent, 'match.night.wolf_chat', { matchId, text }))).toBe('VALIDATION_ERROR');
    const step = await post(agent, `sessions/${seats[seat]?.sessionId}/step`, { action: { type: 'say', text } });
    expect(['VALIDATION_ERROR', 'EXPERIENCE_ERROR']).toContain(codeOf(step));
    expect(await movesOf(matchId, 'say')).toEqual([]);
  });

  it('hears the same refusal for every target of an action of another role', async () => {
    const { matchId, holder, state } = await werewolfMatchIn('NIGHT');
    const answers = [];
    for (const targetPlayerId of [...state.roles.map((_, seat) => playerIdOf(seat)), 'p:9', '', 'x'.repeat(5_000)])
      for (const tool of ['wolf_kill', 'seer_inspect', 'doctor_protect'])
        answers.push(await call(holder('VILLAGER'), `match.night.${tool}`, { matchId, targetPlayerId }));
    const texts = answers.map(({ serverTime: _, ...answer }, index) => `${index % 3} ${JSON.stringify(answer)}`);
    expect(new Set(texts).size).toBe(3);
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['WRONG_ROLE']));
    for (const targetPlayerId of ['p:9', '', 'x'.repeat(5_000)])
      expect(codeOf(await call(holder('SEER'), 'match.night.seer_inspect', { matchId, targetPlayerId }))).toBe(
        'INVALID_TARGET',
      );
  });

  it('learns and changes nothing in the match of others', async () => {
    const [own, foreign] = [await werewolfMatchIn('NIGHT'), await werewolfMatchIn('NIGHT')];
    await resetLimits();
    const agent = own.holder('WEREWOLF');
    const args = { matchId: foreign.matchId, targetPlayerId: 'p:1' };
    expect(codeOf(await call(agent, 'match.night.wolf_kill', args))).toBe('NOT_A_PLAYER');
    const { state } = await call(agent, 'match.get_state', { matchId: foreign.matchId });
    expect(state.you).toBeNull();
    expect(state.players.every((player: Answer) => player.revealedRole === null)).toBe(true);
    await call(foreign.holder('WEREWOLF'), 'match.night.wolf_chat', { matchId: foreign.matchId, text: 'Quietly.' });
    const { events } = await call(agent, 'match.events.get', { matchId: foreign.matchId, limit: 200 });
    expect(events.every(({ visibility }: Answer) => visibility === 'PUBLIC')).toBe(true);
    const session = foreign.seats[0]?.sessionId;
    const forged = await post(agent, `sessions/${session}/step`, { action: { type: 'wolf_chat', text: 'Me.' } });
    expect(codeOf(forged)).toBe('EXPERIENCE_AUTH_FAILED');
    const waits = await Promise.all(
      [`werewolf:${foreign.matchId}`, `session:${session}`, `werewolf:${session}`, 'werewolf:x'].map((stream) =>
        post(agent, 'tools/events.wait', { stream, timeout_ms: 0 }),
      ),
    );
    expect(waits.map(codeOf)).toEqual(['ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    expect(waits[0].next_action).toBeNull();
    expect(JSON.stringify(waits[0])).not.toMatch(/Quietly|role_dealt|knownWolves/);
  });

  it('hears no more of its pack when it is dead', async () => {
    const { matchId, state, agentAt } = await werewolfMatchIn('DAY_VOTE');
    const [first, second] = state.roles.flatMap((role, seat) => (role === 'WEREWOLF' ? [seat] : [])) as [
      number,
      number,
    ];
    for (const [seat, isAlive] of state.alive.entries())
      if (isAlive) await call(agentAt(seat), 'match.vote', { matchId, targetPlayerId: playerIdOf(first) });
    await endWerewolfPhase(matchId);
    const answer = await call(agentAt(second), 'match.night.wolf_chat', { matchId, text: 'Alone now.' });
    expect(answer).toMatchObject({ ok: true });
    const dead = agentAt(first);
    const waited = await post(dead, 'tools/events.wait', { stream: `werewolf:${matchId}`, timeout_ms: 0 });
    const read = await call(dead, 'match.events.get', { matchId, limit: 200 });
    expect(JSON.stringify([waited, read])).not.toContain('Alone now.');
    expect(codeOf(await call(dead, 'match.night.wolf_chat', { matchId, text: 'Boo.' }))).toBe('PLAYER_DEAD');
  });

  it('learns from the metrics neither which role acted nor that the pack talks', async () => {
    const { matchId, holder } = await werewolfMatchIn('NIGHT');
    await call(holder('WEREWOLF'), 'match.night.wolf_chat', { matchId, text: 'Quietly.' });
    await call(holder('SEER'), 'match.night.seer_inspect', { matchId, targetPlayerId: 'p:9' });
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toContain('tool="et.werewolf.match.night"');
    expect(text).not.toMatch(/wolf_chat|wolf_kill|seer_inspect|doctor_protect/);
  });
});
