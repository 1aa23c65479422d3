import fs from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, expect, it } from 'vitest';
import { env } from '@/lib/core/env';
import { makeResetLink } from '@/lib/domain/accounts';
import { nextTranscriptDue, refereeDueFixtures, writeDueTranscripts } from '@/lib/domain/leagues';
import { moveResponse, startPushPlayer } from '@/lib/domain/leagues/testing/push-player';
import { fireDueMatches } from '@/lib/domain/matches';
import { waitForVerifications } from '@/lib/domain/verification';
import { closeExperienceClients } from '@/lib/gateway';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock, useClock } from '@/lib/testing/clock';
import { type AgentFixture, agentFixture, type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { TIC_TAC_TOE } from '@/lib/testing/play';
import { prisma } from '@/lib/testing/prisma';
import { fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import { TOOLS } from '@/lib/tools';
import { OWNER_OPERATIONS } from '@/lib/tools/owner';
import { outputSchemaOf } from '@/lib/tools/schemas';
import { isOfPages } from '@/lib/transport/openapi/document';
import { useServer } from '@/lib/transport/testing/use-server';
import { endWerewolfPhase, werewolfMatch, werewolfMatchIn } from '@/lib/transport/testing/werewolf-match';
import { recordedAnswers } from './recorded-answers';

// The reference shows what the product answered. `npm run record-answers` plays through every operation of programs again
// and writes the file; otherwise the tests check that the file fits what the operations declare now.

const FILE = 'lib/transport/openapi/recorded-answers.json';
const isRecording = process.env.RECORD_ANSWERS === '1';

// biome-ignore lint/suspicious/noExplicitAny: answers of a hundred operations, read where their schemas are checked.
type Json = Record<string, any>;

useCatalog();
const server = useServer();
if (isRecording) useClock();
afterAll(closeExperienceClients);

const declared = [...TOOLS, ...OWNER_OPERATIONS.filter((operation) => !isOfPages(operation))];

it('every operation of programs has an answer that its schema allows', async () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  const answers = recordedAnswers();
  expect(declared.filter(({ name }) => !(name in answers)).map(({ name }) => name)).toEqual([]);
  for (const definition of declared) {
    const validate = ajv.compile(outputSchemaOf(definition));
    expect(validate(answers[definition.name]), `${definition.name}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  }
});

const found = new Map<string, Json>();
const missing: string[] = [];

async function send(
  path: string,
  options: { method?: string; body?: Json; headers?: Record<string, string> },
): Promise<Json> {
  const { method = 'POST', body, headers = {} } = options;
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 400)}`);
  return JSON.parse(text) as Json;
}

/** Calls an operation, and keeps its first answer, or the one of a call that `keep` names the better one. */
async function does(name: string, call: () => Promise<Json>, { keep = false } = {}): Promise<Json> {
  try {
    const answer = await call();
    if (keep || !found.has(name)) found.set(name, answer);
    return answer;
  } catch (thrown) {
    missing.push(`${name}: ${(thrown as Error).message}`);
    return {};
  }
}
const bearer = (agent: { apiKey: string }) => ({ authorization: `Bearer ${agent.apiKey}` });
const tool = (agent: { apiKey: string }, name: string, body: Json = {}, options = {}) =>
  does(name, () => send(`/api/tools/${name}`, { body, headers: bearer(agent) }), options);
/** A call on the way to another one: its answer is not kept, and a refusal is printed at the end. */
const passes = (agent: { apiKey: string }, name: string, body: Json): Promise<Json> =>
  send(`/api/tools/${name}`, { body, headers: bearer(agent) }).catch((thrown: Error) => {
    missing.push(`on the way, ${thrown.message}`);
    return {};
  });
const operation = (name: string, method: string, path: string, body?: Json, headers: Record<string, string> = {}) =>
  does(name, () => send(path, { method, headers, ...(body ? { body } : {}) }));
const cookieOf = (owner: OwnerFixture) => ({ cookie: owner.cookie, origin: server.url });

const ORIGIN = 'https://botplay.example';
/** Texts are cut there, lists after two items: an example shows the shape. */
const MAX_TEXT = 280;
const MAX_ITEMS = 2;

/** Ids that stay the same from recording to recording, our address and no secret, in place of those of the recording. */
function asExample(answers: Json): Json {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    const number = String(ids.size + 1).padStart(12, '0');
    return ids.get(id) ?? (ids.set(id, `0190f3a0-0000-7000-8000-${number}`).get(id) as string);
  };
  const textOf = (text: string) => {
    const written = text
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, idOf)
      .replaceAll(server.url, ORIGIN)
      .replaceAll(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, 'https://games.example.org')
      .replaceAll(/pgos_\w+/g, `pgos_${'x'.repeat(24)}`)
      .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiJ9.example.example');
    return written.length > MAX_TEXT ? `${written.slice(0, MAX_TEXT).trimEnd()}…` : written;
  };
  const of = (value: unknown): unknown => {
    if (typeof value === 'string') return textOf(value);
    if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(of);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [textOf(key), of(field)]));
  };
  return of(answers) as Json;
}

it.runIf(isRecording)('are recorded', { timeout: 180_000 }, async () => {
  process.env.ALLOW_PRIVATE_EXPERIENCE_HOSTS = '*';
  const owner = await ownerFixture();
  const administrator = await ownerFixture({ isAdmin: true });
  const [ada, bea, cleo] = (await Promise.all(
    ['Ada', 'Bea', 'Cleo'].map(async (displayName) => agentFixture({ displayName, owner: await ownerFixture() })),
  )) as [AgentFixture, AgentFixture, AgentFixture];

  // Agents and keys.
  const registered = await operation('agents.create', 'POST', '/api/agents', { display_name: 'Ada' });
  await operation(
    'token.create',
    'POST',
    '/api/token',
    { scopes: ['catalog:read', 'session:read'] },
    { authorization: `Bearer ${registered.api_key}` },
  );
  const { token } = await makeResetLink({ email: owner.email });
  await operation(
    'post_owners_password',
    'POST',
    '/api/owners/password',
    { token, password: 'a long pass phrase' },
    { origin: server.url },
  );
  // Any server: the mail is only queued.
  env().SMTP_URL = 'smtp://127.0.0.1:1';
  await operation(
    'post_owners_password_mail',
    'POST',
    '/api/owners/password/mail',
    { email: owner.email },
    { origin: server.url },
  );
  env().SMTP_URL = '';
  await operation('version.get', 'GET', '/api/version');
  await operation(
    'post_owners',
    'POST',
    '/api/owners',
    { email: 'ada@example.org', password: 'correct horse battery', display_name: 'Ada' },
    { origin: server.url },
  );
  await tool(ada, 'auth.whoami');
  await tool(ada, 'profile.set', { display_name: 'Ada', bio: 'I play chess, and I am learning sea battle.' });
  await tool(ada, 'profile.get');
  await tool(ada, 'me.vacation');
  await tool(ada, 'me.claim');

  // Catalog, and an experience of one's own.
  const fake = await fakeExperience({ transport: 'mcp' });
  const manifest = {
    ...manifestFor(fake),
    name: 'Guess the number',
    summary: 'Guess a number from 1 to 100; the answer says higher or lower.',
  };
  const experience = await tool(ada, 'experience.register', { manifest });
  await waitForVerifications();
  await tool(ada, 'experience.update', { experience_id: experience.id, manifest: { ...manifest, version: '1.0.1' } });
  await waitForVerifications();
  await operation(
    'post_v1_experiences_experience_id_verify',
    'POST',
    `/v1/experiences/${experience.id}/verify`,
    undefined,
    cookieOf(administrator),
  );
  await waitForVerifications();
  await tool(bea, 'experiences.get', { experience_id: experience.id });
  await tool(bea, 'experiences.list', { limit: 2 });
  await tool(ada, 'experience.mine');
  const other = await fakeExperience({
    transport: 'mcp',
    ownTools: [
      {
        name: 'echo',
        description: 'Answers the message.',
        inputSchema: { type: 'object', properties: { message: { type: 'string' } } },
      } as never,
    ],
    says: { echo: ({ message }: Json) => ({ message }) },
  });
  const entry = await tool(ada, 'experience.discover', { server_url: other.url, name: 'Echo' });
  const echo = {
    ...manifestFor(other),
    name: 'Echo service',
    sessions: { mode: 'turn_based', interaction_model: 'proxy', min_players: 1, max_players: 1 },
  };
  const proxied = await passes(ada, 'experience.register', { manifest: echo });
  await waitForVerifications();
  await tool(bea, 'proxy.tools', { experience_id: proxied.id });
  await tool(bea, 'proxy.call', { experience_id: proxied.id, tool_name: 'echo', arguments: { message: 'hello' } });
  await tool(bea, 'proxy.end', { experience_id: proxied.id });
  const visit = await passes(bea, 'session.create', { experience_id: entry.id });
  await tool(bea, 'session.tools', { session_id: visit.session_id });
  await passes(bea, 'session.end', { session_id: visit.session_id });
  await operation('get_catalog_facets', 'GET', '/api/catalog/facets');

  // Alone, then a rating.
  await tool(bea, 'play.find');
  const alone = await tool(bea, 'session.create', { experience_id: TIC_TAC_TOE });
  await tool(bea, 'session.list');
  await tool(bea, 'session.step', { session_id: alone.session_id, action: 'B2' });
  await tool(bea, 'play.call', { tool: 'session.list' });
  await tool(bea, 'session.end', { session_id: alone.session_id });
  await tool(bea, 'session.replay', { session_id: alone.session_id });
  const started = await tool(bea, 'play.start', { experience_id: TIC_TAC_TOE });
  await passes(bea, 'session.end', { session_id: started.session_id });
  const session = await passes(bea, 'session.create', { experience_id: experience.id });
  await passes(bea, 'session.step', { session_id: session.session_id, action: { guess: 50 } });
  await tool(bea, 'memory.set', { experience_id: experience.id, data: { best_first_guess: 50 } });
  await tool(bea, 'memory.get', { experience_id: experience.id });
  await tool(bea, 'experience.report', {
    experience_id: experience.id,
    category: 'unresponsive',
    description: 'The third step took 20 s.',
    session_id: session.session_id,
  });
  await passes(bea, 'session.end', { session_id: session.session_id });
  await tool(bea, 'experience.rate', {
    experience_id: experience.id,
    rating: 5,
    review: 'Short, and its errors say what to do.',
  });
  await operation('get_experiences_experience_id_reviews', 'GET', `/api/experiences/${experience.id}/reviews`);
  const reports = await operation('get_v1_reports', 'GET', '/v1/reports', undefined, cookieOf(administrator));
  await operation(
    'patch_v1_reports_report_id',
    'PATCH',
    `/v1/reports/${reports.reports?.[0]?.id}`,
    { status: 'acknowledged', note: 'The publisher was asked.' },
    cookieOf(administrator),
  );
  await operation('get_v1_admin_actions', 'GET', '/v1/admin-actions?limit=2', undefined, cookieOf(administrator));
  const credential = await tool(bea, 'credential.store', {
    experience_id: experience.id,
    label: 'main',
    auth_method: 'username_password',
    credentials: { username: 'bea', password: 'correct horse' },
  });
  await tool(bea, 'credential.list', { experience_id: experience.id });
  await tool(bea, 'credential.set-default', { experience_id: experience.id, credential_id: credential.id });
  await tool(bea, 'credential.delete', { credential_id: credential.id });

  // Together.
  const lobby = await tool(ada, 'lobby.create', { experience_id: TIC_TAC_TOE });
  const of = { game_session_id: lobby.game_session_id };
  await tool(bea, 'lobby.list', { experience_id: TIC_TAC_TOE });
  await tool(bea, 'lobby.join', of);
  await tool(bea, 'lobby.leave', of);
  await passes(bea, 'lobby.join', of);
  const match = await tool(ada, 'match.start', of);
  await tool(ada, 'me.todo');
  await tool(ada, 'events.wait', { stream: 'me', timeout_ms: 0 });
  const seats: [AgentFixture, string][] = [[ada, match.session_id]];
  const joined = await passes(bea, 'session.create', { experience_id: TIC_TAC_TOE });
  seats.push([bea, joined.session_id]);
  let isOver = false;
  while (!isOver)
    for (const [agent, session_id] of seats) {
      const state = await passes(agent, 'session.step', { session_id, action: { type: 'state' } });
      const { legal_moves: moves, your_turn: isTurn } = state.experience_response ?? {};
      if (isTurn)
        isOver =
          (await passes(agent, 'session.step', { session_id, action: moves[0] })).experience_response?.status !==
          'active';
    }
  await tool(ada, 'match.state', of);
  await tool(ada, 'match.end', of);
  await tool(ada, 'leaderboard.get', { experience_id: TIC_TAC_TOE });
  const given = await passes(cleo, 'lobby.create', { experience_id: TIC_TAC_TOE });
  await passes(bea, 'lobby.join', { game_session_id: given.game_session_id });
  await passes(cleo, 'match.start', { game_session_id: given.game_session_id });
  await tool(cleo, 'match.abort', { game_session_id: given.game_session_id, reason: 'A player had to go.' });

  // Talk and plans.
  const social = await tool(ada, 'social.create', { name: 'Board games', description: 'Who plays tonight?' });
  const inLobby = { social_lobby_id: social.id };
  await tool(bea, 'social.list');
  await tool(ada, 'social.message', { ...inLobby, content: 'Anyone for sea battle?' });
  await tool(bea, 'social.join', inLobby);
  await tool(bea, 'social.members', inLobby);
  await tool(bea, 'social.messages', inLobby);
  const proposal = await tool(ada, 'social.propose', {
    ...inLobby,
    experience_id: TIC_TAC_TOE,
    reason: 'Short games first.',
  });
  await tool(bea, 'social.proposals', inLobby);
  await passes(cleo, 'social.join', inLobby);
  await tool(bea, 'social.vote', { proposal_id: proposal.proposal_id, vote: 'no' });
  await tool(cleo, 'social.leave', inLobby);
  await tool(bea, 'demand.list');
  const event = await tool(ada, 'demand.schedule', {
    experience_id: TIC_TAC_TOE,
    starts_at: new Date(Date.now() + 86_400_000).toISOString(),
    description: 'Sunday tournament, first round.',
  });
  await tool(bea, 'demand.rsvp', { event_id: event.event_id });
  await tool(bea, 'demand.schedule.list');
  await tool(bea, 'demand.unrsvp', { event_id: event.event_id });
  await tool(ada, 'demand.cancel', { event_id: event.event_id });
  await tool(ada, 'experience.delete', { experience_id: entry.id });

  // Leagues.
  const league = await tool(ada, 'league.create', { name: 'Friday league' });
  const inLeague = { league_id: league.league_id };
  await tool(bea, 'register_player', { ...inLeague, player_name: 'Bea', endpoint: '' });
  await passes(cleo, 'register_player', { ...inLeague, player_name: 'Cleo', endpoint: '' });
  await passes(ada, 'register_player', { ...inLeague, player_name: 'Ada', endpoint: '' });
  await tool(ada, 'league.list');
  await tool(ada, 'league.start', inLeague);
  for (let n = 0; n < 5; n += 1) await refereeDueFixtures();
  await tool(bea, 'get_my_state', inLeague);
  await tool(bea, 'league.get', inLeague);
  await tool(bea, 'get_standings', inLeague);
  await tool(bea, 'league.health', inLeague);
  const players = [ada, bea, cleo];
  for (const agent of players) {
    const state = await passes(agent, 'get_my_state', inLeague);
    const mine = state.matches?.[0];
    if (!mine) continue;
    await tool(agent, 'get_game_state', { ...inLeague, match_id: mine.match_id });
    await tool(agent, 'validate_move', { ...inLeague, player_id: mine.player_id, move: 3 });
    await tool(
      agent,
      found.has('make_move') ? 'league.move' : 'make_move',
      found.has('make_move') ? { ...inLeague, move: { number: 3 }, game_round: mine.game_round } : { number: 3 },
    );
  }
  await tool(cleo, 'league.withdraw', inLeague);
  await tool(ada, 'league.organize', { ...inLeague, action: 'pause', reason: 'The server of two players moves.' });

  // One match of a league, from its plan to its transcript.
  const small = {
    league_id: (await passes(ada, 'league.create', { name: 'Two players', time_limit_seconds: 3 })).league_id,
  };
  const pair: [AgentFixture, string][] = [];
  for (const agent of [bea, cleo])
    pair.push([
      agent,
      (await passes(agent, 'register_player', { ...small, player_name: 'Player', endpoint: '' })).player_id,
    ]);
  const two = { ...small, player1_id: pair[0]?.[1], player2_id: pair[1]?.[1] };
  await tool(ada, 'schedule_match', { ...two, round_id: 1 });
  await tool(ada, 'start_game', { ...two, match_id: 'R1M1' });
  for (let n = 0; n < 12 && !found.has('league.transcript'); n += 1) {
    await refereeDueFixtures();
    for (const [agent] of pair) {
      const { matches } = await passes(agent, 'get_my_state', small);
      if (matches?.[0]?.your_turn)
        await passes(agent, 'league.move', { ...small, move: { number: 3 }, game_round: matches[0].game_round });
    }
    await fireDueMatches();
    const signedAt = await nextTranscriptDue();
    if (signedAt) setClock(signedAt);
    await writeDueTranscripts();
    const transcript = await send('/api/tools/league.transcript', {
      body: { ...small, match_id: 'R1M1' },
      headers: bearer(ada),
    }).catch(() => null);
    if (transcript) found.set('league.transcript', transcript);
  }
  const rehearsed = await startPushPlayer((message) =>
    message.message_type === 'MOVE_REQUEST' ? moveResponse(message, 'P01', 3) : null,
  );
  await tool(ada, 'league.rehearse', { endpoint: rehearsed.endpoint });
  await rehearsed.close();

  // Werewolf.
  const queued = await agentFixture({ displayName: 'Dora' });
  await tool(queued, 'et.werewolf.queue.join');
  await tool(queued, 'et.werewolf.queue.status');
  await tool(queued, 'et.werewolf.queue.leave');
  await operation('get_town', 'GET', '/api/town');
  const village = await werewolfMatchIn('LOBBY');
  const { matchId } = village;
  await tool(village.agentAt(0), 'et.werewolf.match.ready', { matchId });
  const phaseIs = async (phase: string) => (await werewolfMatch(matchId)).state.phase === phase;
  for (let n = 0; n < 10 && !(await phaseIs('NIGHT')); n += 1) await endWerewolfPhase(matchId);
  const victim = village.state.roles.indexOf('VILLAGER') + 1;
  const wolf = village.holder('WEREWOLF');
  await tool(wolf, 'et.werewolf.matches.list');
  await tool(wolf, 'et.werewolf.match.get_state', { matchId });
  await tool(wolf, 'et.werewolf.match.night.wolf_chat', { matchId, text: `The one on seat ${victim} talks too much.` });
  await tool(wolf, 'et.werewolf.match.night.wolf_kill', { matchId, targetPlayerId: `p:${victim}` });
  await tool(village.holder('SEER'), 'et.werewolf.match.night.seer_inspect', {
    matchId,
    targetPlayerId: `p:${victim}`,
  });
  await tool(village.holder('DOCTOR'), 'et.werewolf.match.night.doctor_protect', {
    matchId,
    targetPlayerId: `p:${victim}`,
  });
  for (let n = 0; n < 10 && !(await phaseIs('DAY_OPENING')); n += 1) await endWerewolfPhase(matchId);
  const speaker = village.agentAt((await werewolfMatch(matchId)).state.alive.indexOf(true));
  await tool(speaker, 'et.werewolf.match.say_public', { matchId, text: 'I was at home all night.', kind: 'OPENING' });
  const guess = {
    day: 1,
    seats: [(await werewolfMatch(matchId)).state.alive.indexOf(true)],
    spectator_id: '0190f3a0-0000-4000-8000-000000000002',
  };
  await operation('post_town_matches_match_id_guesses', 'POST', `/api/town/matches/${matchId}/guesses`, guess);
  for (let n = 0; n < 10 && !(await phaseIs('DAY_VOTE')); n += 1) await endWerewolfPhase(matchId);
  const now = (await werewolfMatch(matchId)).state.alive;
  await tool(speaker, 'et.werewolf.match.vote', {
    matchId,
    targetPlayerId: `p:${now.lastIndexOf(true) + 1}`,
    reason: 'It accused the seer.',
    idempotencyKey: 'key-00000001',
  });
  await tool(speaker, 'et.werewolf.match.events.get', { matchId });
  for (let n = 0; n < 10 && !(await phaseIs('DAY_RESOLUTION')); n += 1) await endWerewolfPhase(matchId);
  await operation('get_town_matches_match_id_guesses', 'GET', `/api/town/matches/${matchId}/guesses`);
  await operation('post_town_queue', 'POST', '/api/town/queue', {});
  await operation('get_town_rankings', 'GET', '/api/town/rankings?faction=VILLAGERS');
  await operation('get_town_players_agent_id', 'GET', `/api/town/players/${speaker.agentId}`);

  const reported = { target_kind: 'agent', target_id: ada.agentId, category: 'impersonation' };
  await operation('post_moderation_reports', 'POST', '/api/moderation/reports', reported, bearer(bea));
  await operation('get_v1_moderators', 'GET', '/v1/moderators', undefined, cookieOf(administrator));
  const moderator = { email: owner.email, is_moderator: true };
  await operation('put_v1_moderators', 'PUT', '/v1/moderators', moderator, cookieOf(administrator));

  const order = { kind: 'person', note: 'Class of 2027', uses: 30, days: 14 };
  const invitation = await operation('post_v1_invitations', 'POST', '/v1/invitations', order, cookieOf(administrator));
  await operation('get_v1_registration', 'GET', '/v1/registration', undefined, cookieOf(administrator));
  const invitationPath = `/v1/invitations/${invitation.invitation_id}`;
  await operation('delete_v1_invitations_invitation_id', 'DELETE', invitationPath, undefined, cookieOf(administrator));
  const notice = { text: 'Stops at 18:00 UTC.', ends_at: new Date(Date.now() + 3_600_000).toISOString() };
  const asAdmin = cookieOf(administrator);
  const announced = await operation('post_v1_announcements', 'POST', '/v1/announcements', notice, asAdmin);
  await operation('get_v1_announcements', 'GET', '/v1/announcements', undefined, asAdmin);
  const announcementPath = `/v1/announcements/${announced.announcement_id}`;
  await operation('delete_v1_announcements_announcement_id', 'DELETE', announcementPath, undefined, asAdmin);
  const waitingOwner = await ownerFixture();
  await prisma().owner.update({ where: { id: waitingOwner.ownerId }, data: { admission: 'waiting' } });
  const approve = { decision: 'approve' };
  const personPath = `/v1/registration/people/${waitingOwner.ownerId}`;
  await operation('post_v1_registration_people_owner_id', 'POST', personPath, approve, cookieOf(administrator));
  const waitingAgent = await agentFixture({ displayName: 'Newcomer' });
  await prisma().agent.update({ where: { id: waitingAgent.agentId }, data: { admission: 'waiting' } });
  const agentPath = `/v1/registration/agents/${waitingAgent.agentId}`;
  await operation('post_v1_registration_agents_agent_id', 'POST', agentPath, approve, cookieOf(administrator));

  const incident = { kind: 'incident', title: 'Slow answers', text: 'We look for the cause.', parts: ['agents'] };
  const published = await operation('post_v1_incidents', 'POST', '/v1/incidents', incident, cookieOf(administrator));
  await operation('status.get', 'GET', '/api/status');
  const incidentPath = `/v1/incidents/${published.incident_id}`;
  await operation(
    'post_v1_incidents_incident_id_updates',
    'POST',
    `${incidentPath}/updates`,
    { text: 'Answers are quick again.', ends: true },
    cookieOf(administrator),
  );
  await operation('delete_v1_incidents_incident_id', 'DELETE', incidentPath, undefined, cookieOf(administrator));

  await tool(bea, 'experiences.list', { limit: 2 }, { keep: true });
  for (const { name, toolset, examples } of TOOLS)
    if (toolset === 'games') await tool(cleo, name, (examples[0] ?? {}) as Json);
  await fireDueMatches();
  await Promise.all([fake.close(), other.close()]);
  const rest = declared.filter(({ name }) => !found.has(name)).map(({ name }) => name);
  process.stdout.write(`not recorded: ${rest.join(' ')}\n${missing.join('\n')}\n`);
  const answers = asExample(Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))));
  await fs.writeFile(FILE, `${JSON.stringify(answers, null, 1)}\n`);
});
