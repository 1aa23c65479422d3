import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import type { Scope } from '@/lib/core/scopes';
import { pool } from '@/lib/data/database';
import { flushAudit } from '@/lib/domain/activity/audit.service';
import { decideApproval, listApprovals } from '@/lib/domain/approvals';
import { readAllowance, setApprovalRules, setDailyCaps } from '@/lib/domain/controls';
import { createLeague, refereeDueFixtures, startLeague } from '@/lib/domain/leagues';
import { moveFor } from '@/lib/domain/leagues/ask-move';
import type { PlayerRow } from '@/lib/domain/leagues/leagues.schema';
import { moveResponse, type PushPlayer, startPushPlayer } from '@/lib/domain/leagues/testing/push-player';
import { readMatch } from '@/lib/domain/matches';
import { resumeAgents, stopAgents } from '@/lib/domain/supervision';
import { useCatalog } from '@/lib/testing/catalog';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture } from '@/lib/testing/play';
import { serveTransports, type TestServer } from './testing/serve';

useCatalog();

type Json = Record<string, unknown>;
type System = 'league' | 'referee';
let server: TestServer;
let owner: OwnerFixture;
const opened: PushPlayer[] = [];
const environment = { ...process.env };

beforeAll(async () => {
  server = await serveTransports();
  owner = await ownerFixture();
  Object.assign(process.env, { NODE_ENV: 'production', ALLOW_PRIVATE_EXPERIENCE_HOSTS: '*' });
  delete process.env.BOTPLAY_EMBEDDED;
  resetOnce('env');
});
afterAll(async () => {
  Object.assign(process.env, environment);
  resetOnce('env');
  await Promise.all([server.close(), ...opened.map((player) => player.close())]);
});
beforeEach(() => pool().query('DELETE FROM rate_limits'));

async function post(system: System, body: Json | Json[], as: Player | null) {
  const answer = await fetch(`${server.url}/mcp/${system}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(as ? { authorization: `Bearer ${as.apiKey}` } : {}) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as Json) };
}

let ids = 0;
const rpc = (method: string, params: Json) => ({ jsonrpc: '2.0', id: ++ids, method, params });
const ownedPlayer = (scopes?: readonly Scope[]) => playerFixture({ owner, ...(scopes ? { scopes } : {}) });
const stop = ({ agentId }: Player) => stopAgents({ ownerId: owner.ownerId, agentId });
const approveEach = ({ agentId }: Player, ...tools: string[]) =>
  setApprovalRules({ agentId, ownerId: owner.ownerId, tools });

async function openLeague(input: Json = {}): Promise<{ leagueId: string; creator: Player }> {
  const creator = await ownedPlayer();
  const league = await createLeague({ agent: creator.caller, name: 'Rules', ...input });
  return { leagueId: league.league_id, creator };
}

const registration = (leagueId: string, changes: Json = {}) =>
  rpc('protocol/message', {
    message: {
      protocol: 'league.v1',
      message_type: 'LEAGUE_REGISTER_REQUEST',
      league_id: leagueId,
      conversation_id: '550e8400-e29b-41d4-a716-446655440000',
      sender: 'player:new_player',
      timestamp: '2024-12-13T10:00:00Z',
      player_meta: { display_name: 'A', version: '1.0.0', game_types: ['even_odd'], contact_endpoint: '', ...changes },
    },
  });

const playersOf = async (leagueId: string) =>
  (
    await pool().query(
      'SELECT player_id FROM league_players p JOIN leagues l ON l.id = p.league_uid WHERE l.league_id = $1',
      [leagueId],
    )
  ).rowCount;

async function activityOf({ agentId }: Player): Promise<string[]> {
  await flushAudit();
  const { rows } = await pool().query('SELECT tool, outcome FROM audit_entries WHERE agent_id = $1 ORDER BY id', [
    agentId,
  ]);
  return rows.map(({ tool, outcome }) => `${tool} ${outcome}`);
}

async function decideWhenAsked(agentId: string, isApproved: boolean): Promise<void> {
  const pending = async () =>
    (await listApprovals(owner)).find((one) => one.agent_id === agentId && one.status === 'pending');
  await expect.poll(pending).toBeTruthy();
  await decideApproval({ ownerId: owner.ownerId, approvalId: (await pending())?.approval_id ?? '', isApproved });
}

describe('LEAGUE_REGISTER_REQUEST in production', () => {
  const rejected = (reason: string) => ({
    status: 200,
    body: {
      result: {
        message_type: 'LEAGUE_REGISTER_RESPONSE',
        status: 'REJECTED',
        player_id: null,
        reason: expect.stringContaining(reason),
      },
    },
  });

  it('is rejected without a credential, without the scope, and of a stopped agent', async () => {
    const { leagueId } = await openLeague();
    const stopped = await ownedPlayer();
    await stop(stopped);
    expect(await post('league', registration(leagueId), null)).toMatchObject(rejected('credential'));
    const reader = await ownedPlayer(['catalog:read']);
    expect(await post('league', registration(leagueId), reader)).toMatchObject(rejected('lobby:write'));
    expect(await post('league', registration(leagueId), stopped)).toMatchObject(rejected('stopped this agent'));
    expect(await playersOf(leagueId)).toBe(0);
    expect(await activityOf(stopped)).toEqual(['register_player FORBIDDEN']);
  });

  it('waits for the approval of the owner like register_player, and is one call', async () => {
    const { leagueId } = await openLeague();
    const player = await ownedPlayer();
    await approveEach(player, 'register_player');
    const first = post('league', registration(leagueId), player);
    await decideWhenAsked(player.agentId, false);
    expect(await first).toMatchObject(rejected('declined'));
    const second = post('league', registration(leagueId), player);
    await decideWhenAsked(player.agentId, true);
    expect(await second).toMatchObject({ status: 200, body: { result: { status: 'ACCEPTED', player_id: 'P01' } } });
    expect(await playersOf(leagueId)).toBe(1);
    expect(await activityOf(player)).toEqual(['register_player FORBIDDEN', 'register_player ok']);
  });

  it('holds the same as a notification and in a batch', async () => {
    const { leagueId } = await openLeague();
    const stopped = await ownedPlayer();
    await stop(stopped);
    const { id: _, ...notification } = registration(leagueId);
    expect(await post('league', notification, stopped)).toEqual({ status: 202, body: null });
    const { body } = await post('league', [registration(leagueId), registration(leagueId)], stopped);
    expect(body).toMatchObject([{ result: { status: 'REJECTED' } }, { result: { status: 'REJECTED' } }]);
    expect(await playersOf(leagueId)).toBe(0);
  });
});

describe('MOVE_RESPONSE in production', () => {
  /** A league of two agents with endpoints that answer no move; the MOVE_REQUEST of each. */
  async function awaitMoves() {
    const players = [await ownedPlayer(), await ownedPlayer()] as const;
    const endpoints = [await startPushPlayer(() => undefined), await startPushPlayer(() => undefined)] as const;
    opened.push(...endpoints);
    const { leagueId, creator } = await openLeague({ timeLimitSeconds: 60, roundsToWin: 1, maxRounds: 1 });
    for (const [at, player] of players.entries()) {
      const request = registration(leagueId, { contact_endpoint: endpoints[at]?.endpoint ?? '' });
      expect(await post('league', request, player)).toMatchObject({ body: { result: { status: 'ACCEPTED' } } });
    }
    await startLeague({ agent: creator.caller, leagueId });
    const requests = () => endpoints.map(({ received }) => received.find((m) => m.message_type === 'MOVE_REQUEST'));
    for (let n = 0; n < 500 && requests().includes(undefined); n++) {
      await refereeDueFixtures();
      await pause(10);
    }
    return { players, requests: requests() as [Json, Json] };
  }

  it('is not taken as the answer of an endpoint whose agent may not move, and counts as a step otherwise', async () => {
    const { players, requests } = await awaitMoves();
    const [player] = players;
    const of = { agentId: player.agentId, ownerId: owner.ownerId };
    const found = await pool().query(
      'SELECT f.game_session_id AS id FROM league_fixtures f JOIN leagues l ON l.id = f.league_uid WHERE l.league_id = $1',
      [requests[0].league_id],
    );
    const match = (await readMatch(found.rows[0].id)) ?? expect.fail('no match');
    const answer = async () => {
      const answer = await moveFor({ agentId: of.agentId } as PlayerRow, match, 0, { number: 3 });
      return answer === 'made' ? answer : answer.fault;
    };
    await setDailyCaps({ ...of, dailySteps: 0, dailyCostUsd: null });
    expect(await answer()).toBe('rate_limited');
    await setDailyCaps({ ...of, dailySteps: 1, dailyCostUsd: null });
    await approveEach(player, 'make_move');
    expect(await answer()).toBe('refused');
    await approveEach(player);
    await pool().query('UPDATE api_keys SET scopes = $2 WHERE agent_id = $1', [of.agentId, ['lobby:write']]);
    expect(await answer()).toBe('refused');
    await pool().query('UPDATE api_keys SET scopes = $2 WHERE agent_id = $1', [of.agentId, ['session:write']]);
    await stop(player);
    expect(await answer()).toBe('refused');
    await resumeAgents(of);
    expect(await answer()).toBe('made');
    expect(await readAllowance(of)).toMatchObject({ used_steps: 1 });
  });

  const send = (request: Json, as: Player | null) =>
    post('referee', rpc('protocol/message', { message: moveResponse(request, 'P01', { number: 3 }) }), as);
  const refused = (status: number, reason: string) => ({
    status,
    body: { error: { code: -32000, data: { reason: expect.stringContaining(reason) } } },
  });

  it('needs the credential of the agent that plays, its scope, and that its owner lets it go on', async () => {
    const { players, requests } = await awaitMoves();
    const [player, other] = players;
    expect(await send(requests[0], null)).toMatchObject(refused(401, 'credential'));
    expect(await send(requests[0], other)).toMatchObject(refused(200, 'another agent'));
    const { rows } = await pool().query('UPDATE api_keys SET scopes = $2 WHERE agent_id = $1 RETURNING id', [
      player.agentId,
      ['lobby:write'],
    ]);
    expect(rows).toHaveLength(1);
    await setApprovalRules({ agentId: player.agentId, ownerId: owner.ownerId, tools: [] });
    expect(await send(requests[0], player)).toMatchObject(refused(403, 'session:write'));
    await pool().query('UPDATE api_keys SET scopes = $2 WHERE agent_id = $1', [player.agentId, ['session:write']]);
    await stop(player);
    expect(await send(requests[0], player)).toMatchObject(refused(403, 'stopped this agent'));
  });

  it('counts as a step of the day and waits for the approval of make_move', async () => {
    const { players, requests } = await awaitMoves();
    const [player] = players;
    const of = { agentId: player.agentId, ownerId: owner.ownerId };
    await setDailyCaps({ ...of, dailySteps: 0, dailyCostUsd: null });
    expect(await send(requests[0], player)).toMatchObject(refused(429, '0 steps a day'));
    await setDailyCaps({ ...of, dailySteps: 1, dailyCostUsd: null });
    await approveEach(player, 'make_move');
    const move = send(requests[0], player);
    await decideWhenAsked(player.agentId, true);
    expect(await move).toMatchObject({ status: 200, body: { result: { status: 'ACCEPTED' } } });
    expect(await activityOf(player)).toEqual(['register_player ok', 'make_move RATE_LIMITED', 'make_move ok']);
  });
});

it('reads the resources of a league in production with the credential, scope and stop of the tools', async () => {
  const uris: [System, string][] = [
    ['league', 'league://standings'],
    ['league', 'league://schedule'],
    ['referee', 'game://state/R1M1'],
  ];
  const stopped = await ownedPlayer();
  await stop(stopped);
  const [writer, reader] = [await ownedPlayer(['memory:read']), await ownedPlayer(['lobby:read'])];
  for (const [system, uri] of uris) {
    const read = (as: Player | null) => post(system, rpc('resources/read', { uri }), as);
    expect(await read(null)).toMatchObject({ status: 401, body: { error: { code: -32000 } } });
    for (const one of [stopped, writer])
      expect(await read(one)).toMatchObject({ status: 403, body: { error: { code: -32000 } } });
    expect((await read(reader)).status).toBe(200);
  }
});
