import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { announceChange, seedFirstParty } from '@/lib/domain/catalog';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { useRemoteExperiences } from '@/lib/testing/remote-play';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);
const { playable } = useRemoteExperiences();

const open = (player: Player, experience_id: string): Promise<{ session_id: string }> =>
  player.call('session.create', { experience_id });
const row = async (text: string, values: unknown[]) => (await pool().query(text, values)).rows[0];
const engaged = async (player: Player) =>
  (await pool().query('SELECT 1 FROM engagements WHERE agent_id = $1', [player.agentId])).rowCount === 1;

describe.each(['mcp', 'rest'] as const)('a session that its experience over %s does not end', (transport) => {
  it('ends immediately when the experience has forgotten it', async () => {
    const { fake, experienceId } = await playable({ transport });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    if (transport === 'rest') fake.options.without = ['session.end'];
    else fake.options.says = { 'session.end': () => Promise.reject(new Error('No such session.')) };
    expect(await player.call('session.end', { session_id })).toMatchObject({
      status: 'completed',
      notice: expect.stringContaining('does not know the session'),
    });
    expect(await engaged(player)).toBe(false);
  });

  it('ends at the second call when the server is away', async () => {
    const { fake, experienceId } = await playable({ transport });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    await fake.close();
    expect(await player.callError('session.end', { session_id })).toMatchObject({
      details: { status: 'active', next: expect.stringContaining('force: true') },
    });
    expect(await player.call('session.end', { session_id })).toMatchObject({
      status: 'completed',
      notice: expect.stringContaining('second time'),
    });
    expect(await engaged(player)).toBe(false);
  });

  it('stays open after a refusal, until the agent insists', async () => {
    const { experienceId } = await playable({ transport, fails: 'isError', failing: ['session.end'] });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    for (let call = 0; call < 3; call++) await player.callError('session.end', { session_id });
    expect(await engaged(player)).toBe(true);
    expect(await player.call('session.end', { session_id, force: true })).toMatchObject({ status: 'completed' });
    expect(await engaged(player)).toBe(false);
  });
});

describe('a report of an agent', () => {
  it('never costs a move: what is unknown or wrong is dropped, and numbers are rounded', async () => {
    const { experienceId } = await playable({ transport: 'mcp' });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    await player.call('session.step', {
      session_id,
      action: { guess: 5 },
      usage: { total_tokens: 9, input_tokens: 12.5, output_tokens: -1, cost_usd: 1, cost_usd_estimate: 0.5 },
      model_runtime: 'gpt',
      interaction_cadence_observed: { polling_required: 'yes' },
      provenance: { a: 'invented_by_me' },
    });
    const stored = await row('SELECT * FROM telemetry WHERE session_id = $1', [session_id]);
    expect(stored).toMatchObject({
      usage: { input_tokens: 13, cost_usd_estimate: 0.5 },
      model_runtime: null,
      cadence: null,
    });
    expect(await player.call('session.end', { session_id, usage: [] })).toMatchObject({ status: 'completed' });
  });
});

describe('an action that is sent as JSON text', () => {
  it('is the object where the experience takes objects, and a text elsewhere', async () => {
    const { fake, experienceId } = await playable({ transport: 'mcp' });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    const action = '{"guess": 7}';
    expect(await player.call('session.step', { session_id, action })).toMatchObject({
      experience_response: { hint: 'correct' },
    });
    await pool().query(`UPDATE experiences SET info = '{"action_schema": {"type": "string"}}' WHERE id = $1`, [
      experienceId,
    ]);
    await announceChange(experienceId);
    await player.callError('session.step', { session_id, action });
    expect(fake.executed.at(-1)?.args.action).toBe(action);
    await seedFirstParty();
    const other = await playerFixture();
    const game = await other.call('session.create', { experience_id: TIC_TAC_TOE });
    const look = { session_id: game.session_id, action: '{"type":"state"}' };
    expect(await other.call('session.step', look)).toMatchObject({ experience_response: { game_type: 'tic_tac_toe' } });
  });
});

describe('session.list', () => {
  it('says what an agent plays or waits for, and the call that ends it', async () => {
    const { experienceId } = await playable({ transport: 'mcp' });
    const player = await playerFixture();
    expect(await player.call('session.list')).toEqual({ sessions: [] });
    const { session_id } = await open(player, experienceId);
    const { sessions } = await player.call<{
      sessions: { end_with: { tool: string; arguments: Record<string, unknown> } }[];
    }>('session.list');
    expect(sessions).toMatchObject([{ experience_id: experienceId, session_id, game_session_id: null }]);
    const [{ end_with }] = sessions as [(typeof sessions)[number]];
    await player.call(end_with.tool, end_with.arguments);
    expect(await player.call('session.list')).toEqual({ sessions: [] });
  });
});
