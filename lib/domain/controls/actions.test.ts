import { describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { decideApproval, listApprovals } from '@/lib/domain/approvals';
import { setApprovalRules } from '@/lib/domain/controls';
import { authenticate } from '@/lib/domain/keys';
import { refereeDueFixtures, startLeague } from '@/lib/domain/leagues';
import { openLeague, register } from '@/lib/domain/leagues/testing/play-league';
import { readMatch } from '@/lib/domain/matches';
import { ALL_GAMES } from '@/lib/games';
import { useCatalog } from '@/lib/testing/catalog';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { findTool } from '@/lib/tools/find';
import { runTool } from '@/lib/tools/run';
import { readAllowance, setDailyCaps } from './daily-caps';

useCatalog();
const { playable } = useRemoteExperiences();

/** An agent with rules and caps. `ask` calls a tool and does not wait for the owner. */
async function supervised(tools: string[], dailySteps: number | null = null) {
  const owner = await ownerFixture();
  const { agentId, apiKey } = await agentFixture({ owner });
  const of = { agentId, ownerId: owner.ownerId };
  await setApprovalRules({ ...of, tools });
  if (dailySteps !== null) await setDailyCaps({ ...of, dailySteps, dailyCostUsd: null });
  const caller = (await authenticate({ apiKey })) ?? expect.fail('no caller');
  const run = async (
    signal: AbortSignal,
    tool: string,
    input: Record<string, unknown>,
    idempotencyKey: string | null,
  ) => {
    const outcome = await runTool(tool, input, caller, { transport: 'mcp', idempotencyKey, signal, requestId: 'test' });
    return outcome.ok
      ? { ok: true, value: outcome.value as Record<string, unknown> }
      : { ok: false, ...refusalOf(outcome.error) };
  };
  const call = (tool: string, input: Record<string, unknown>, key: string | null = null) =>
    run(new AbortController().signal, tool, input, key);
  const ask = (tool: string, input: Record<string, unknown>, key: string | null = null) =>
    run(AbortSignal.abort(), tool, input, key);
  const pending = async () => (await listApprovals(owner)).filter(({ status }) => status === 'pending');
  /** Approves what waits. */
  const approve = async () => {
    const requests = await pending();
    for (const { approval_id } of requests) await decideApproval({ ...of, approvalId: approval_id, isApproved: true });
    return requests.length;
  };
  return { ...of, caller, call, ask, pending, approve };
}

const refusalOf = ({ code, message, details }: { code: string; message: string; details?: unknown }) => ({
  code,
  message,
  status: (details as { status?: string } | undefined)?.status,
});
const ASKED = { ok: false, code: 'FORBIDDEN', status: 'pending' };
const CAPPED = { ok: false, code: 'RATE_LIMITED' };

/** A server in proxy mode with a tool that pays. */
async function payServer() {
  let paid = 0;
  const experience = await playable(
    { transport: 'mcp', ownTools: [{ name: 'pay' }], says: { pay: () => ({ paid: ++paid }) } },
    { sessions: { interaction_model: 'proxy' } },
  );
  const payment = { experience_id: experience.experienceId, tool_name: 'pay', arguments: { amount: 5 } };
  return { ...experience, payment, paid: () => paid };
}

/** The keys of an agent as the job leaves them after a day; sessions of proxy mode ended as long ago. */
async function dayLater(agentId: string) {
  await pool().query('DELETE FROM idempotency_keys WHERE agent_id = $1', [agentId]);
  await pool().query(`UPDATE sessions SET last_active_at = now() - interval '25 hours' WHERE agent_id = $1`, [agentId]);
}

describe('an approved call in proxy mode', () => {
  it('is made once, whatever session its repeats come in, and asks anew a day later', async () => {
    const { payment, paid } = await payServer();
    const { agentId, call, ask, approve, pending } = await supervised(['proxy.call']);
    expect(await ask('proxy.call', payment, 'key')).toMatchObject(ASKED);
    expect(await approve()).toBe(1);
    const first = await call('proxy.call', payment, 'key');
    expect(first).toMatchObject({ ok: true });
    for (let n = 0; n < 3; n++) {
      await call('proxy.end', { experience_id: payment.experience_id });
      expect(await call('proxy.call', payment, 'key')).toEqual(first);
    }
    expect(paid()).toBe(1);
    await call('proxy.end', { experience_id: payment.experience_id });
    await dayLater(agentId);
    expect(await ask('proxy.call', payment, 'key')).toMatchObject(ASKED);
    expect([paid(), (await pending()).length]).toEqual([1, 1]);
  });

  it('asks again without a key, and does not open a session while it waits', async () => {
    const { payment, paid } = await payServer();
    const { agentId, call, ask, approve } = await supervised(['proxy.call']);
    expect(await ask('proxy.call', payment)).toMatchObject(ASKED);
    expect((await pool().query('SELECT 1 FROM sessions WHERE agent_id = $1', [agentId])).rows).toEqual([]);
    await approve();
    expect(await call('proxy.call', payment)).toMatchObject({ ok: true });
    expect(await ask('proxy.call', payment)).toMatchObject(ASKED);
    expect(paid()).toBe(1);
  });

  it('cannot be made by session.step', async () => {
    const { payment, paid } = await payServer();
    const { call, ask, approve } = await supervised(['proxy.call']);
    await ask('proxy.call', payment);
    await approve();
    await call('proxy.call', payment);
    const { rows } = await pool().query(`SELECT id FROM sessions WHERE experience_id = $1 AND status = 'active'`, [
      payment.experience_id,
    ]);
    const step = { session_id: rows[0].id, action: { tool: 'pay', args: { amount: 5 } } };
    expect(await call('session.step', step)).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      message: expect.stringContaining('proxy.call'),
    });
    expect(paid()).toBe(1);
  });

  it('is sent once for a key without a rule too, over the ends of its sessions', async () => {
    const { payment, paid } = await payServer();
    const player = await playerFixture();
    const first = await player.call('proxy.call', payment, 'key');
    await player.call('proxy.end', { experience_id: payment.experience_id });
    expect(await player.call('proxy.call', payment, 'key')).toEqual(first);
    const other = { ...payment, arguments: { amount: 6 } };
    expect((await player.callError('proxy.call', other, 'key')).code).toBe('IDEMPOTENCY_CONFLICT');
    expect(paid()).toBe(1);
  });
});

describe('an approved step', () => {
  it('is answered again with its key and is not made or asked again', async () => {
    const { call, ask, approve, pending } = await supervised(['session.step']);
    const { value } = await call('session.create', { experience_id: TIC_TAC_TOE });
    const step = { session_id: value?.session_id, action: 'B2' };
    expect(await ask('session.step', step, 'key')).toMatchObject(ASKED);
    expect(await approve()).toBe(1);
    const first = await call('session.step', step, 'key');
    expect(first).toMatchObject({ ok: true });
    expect(await call('session.step', step, 'key')).toEqual(first);
    expect(await pending()).toEqual([]);
    expect(await ask('session.step', { ...step, action: { type: 'state' } })).toMatchObject(ASKED);
  });

  it('is one of ten racing calls', async () => {
    const { call, ask, approve } = await supervised(['session.step']);
    const { value } = await call('session.create', { experience_id: TIC_TAC_TOE });
    const step = { session_id: value?.session_id, action: { type: 'state' } };
    await ask('session.step', step);
    await approve();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => ask('session.step', step)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe('a rule and a cap of session.step hold for', () => {
  it.each(['session.create', 'session_create'])('a first move of %s', async (tool) => {
    const opening = { experience_id: TIC_TAC_TOE, initial_action: { type: 'move', move: 'B2' } };
    const asked = await supervised(['session.step']);
    expect(await asked.ask(tool, opening)).toMatchObject(ASKED);
    expect((await pool().query('SELECT 1 FROM sessions WHERE agent_id = $1', [asked.agentId])).rows).toEqual([]);
    await asked.approve();
    expect(await asked.call(tool, opening)).toMatchObject({ ok: true });
    const capped = await supervised([], 0);
    expect(await capped.call(tool, opening)).toMatchObject(CAPPED);
    expect((await pool().query('SELECT 1 FROM sessions WHERE agent_id = $1', [capped.agentId])).rows).toEqual([]);
    const counted = await supervised([], 1);
    expect(await counted.call(tool, opening)).toMatchObject({ ok: true });
    expect(await readAllowance(counted)).toMatchObject({ used_steps: 1 });
  });

  it('the options of a solo game: they are no action', async () => {
    const opening = { experience_id: TIC_TAC_TOE, initial_action: { type: 'options', opponent: 'easy' } };
    expect(await (await supervised(['session.step'], 0)).call('session.create', opening)).toMatchObject({ ok: true });
  });

  it('the first action of a remote experience', async () => {
    const { fake, experienceId } = await playable({ transport: 'rest' });
    const opening = { experience_id: experienceId, initial_action: { guess: 3 } };
    expect(await (await supervised(['session.step'])).ask('session.create', opening)).toMatchObject(ASKED);
    expect(await (await supervised([], 0)).call('session.create', opening)).toMatchObject(CAPPED);
    expect(fake.executed).toEqual([]);
  });

  it.each([
    ['make_move', { number: 3 }, 'session.step'],
    ['league.move', { move: { number: 3 } }, 'session.step'],
    ['league.move', { move: { number: 3 } }, 'make_move'],
  ])('%s of a league: %j under the rule %s', async (tool, move, rule) => {
    const host = await playerFixture();
    const leagueId = await openLeague(host, { time_limit_seconds: 60 });
    const [asked, capped] = [await supervised([rule]), await supervised([], 0)];
    for (const { caller } of [asked, capped]) await register(leagueId, '', caller);
    await startLeague({ agent: host.caller, leagueId });
    const matchId = async () => {
      await refereeDueFixtures();
      const { rows } = await pool().query(
        'SELECT game_session_id AS id FROM league_fixtures f JOIN leagues l ON l.id = f.league_uid WHERE l.league_id = $1',
        [leagueId],
      );
      return rows[0]?.id as string | null;
    };
    await expect.poll(matchId, { timeout: 20_000 }).toBeTruthy();
    const input = { ...move, league_id: leagueId };
    expect(await asked.ask(tool, input)).toMatchObject(ASKED);
    expect(await capped.call(tool, input)).toMatchObject(CAPPED);
    expect((await readMatch(String(await matchId())))?.inputs).toBe(0);
    await asked.approve();
    expect(await asked.call(tool, input)).toMatchObject({ ok: true });
    expect((await readMatch(String(await matchId())))?.inputs).toBe(1);
  });

  it('the tools of Werewolf, and a rule for one of these holds for the step', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => playerFixture()));
    const [asked, named, capped] = [
      await supervised(['session.step']),
      await supervised(['et.werewolf.match.ready']),
      await supervised([], 0),
    ];
    for (const { call } of players) await call('et.werewolf.queue.join');
    for (const { call } of [asked, named, capped])
      expect(await call('et.werewolf.queue.join', {})).toMatchObject({ ok: true });
    const { rows } = await pool().query(`SELECT id, match_id FROM sessions WHERE agent_id = $1 AND status = 'active'`, [
      named.agentId,
    ]);
    const [{ id: session_id, match_id: matchId }] = rows;
    expect(await asked.ask('et.werewolf.match.ready', { matchId })).toMatchObject(ASKED);
    expect(await named.ask('et.werewolf.match.ready', { matchId })).toMatchObject(ASKED);
    expect(await capped.call('et.werewolf.match.ready', { matchId })).toMatchObject(CAPPED);
    for (const action of [{ type: 'ready' }, { action: { type: 'ready' } }])
      expect(await named.ask('session.step', { session_id, action })).toMatchObject(ASKED);
    expect(await named.call('session.step', { session_id, action: { type: 'state' } })).toMatchObject({ ok: true });
    expect((await readMatch(matchId))?.inputs).toBe(0);
    expect(await asked.approve()).toBe(1);
    expect(await asked.call('et.werewolf.match.ready', { matchId })).toMatchObject({ ok: true });
  });

  it('every tool that a game names for its moves', () => {
    const named = ALL_GAMES.flatMap(({ moveTools = {} }) => Object.values(moveTools));
    expect(named).toHaveLength(7);
    for (const name of named) expect(findTool(name), name).toMatchObject({ name, asksInDomain: true });
  });
});

it('a repeated key of a built-in step spends nothing of the daily caps, also of two that race', async () => {
  const agent = await supervised([], 10);
  const { value } = await agent.call('session.create', { experience_id: TIC_TAC_TOE });
  const step = { session_id: value?.session_id, action: 'B2', usage: { cost_usd_estimate: 0.5 } };
  const outcomes = await Promise.all([1, 2, 3].map(() => agent.call('session.step', step, 'key')));
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(await agent.call('session.step', step, 'key')).toEqual(outcomes[0]);
  expect(await readAllowance(agent)).toMatchObject({ used_steps: 1, used_cost_usd: 0.5 });
});
