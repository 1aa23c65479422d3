import { beforeAll, describe, expect, it } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { exampleManifest } from '@/lib/testing/manifest';
import { TIC_TAC_TOE } from '@/lib/testing/play';
import { TOOLS } from '@/lib/tools';
import { doorsOf } from './testing/doors';
import { useServer } from './testing/use-server';

// What one agent owns or has joined, asked for by the other agent of its owner and by a stranger, over both doors.

useCatalog();
const server = useServer();
const DOORS = doorsOf(server);

type Json = Record<string, unknown>;

/** Tools whose call names nothing, or something that every agent may name. */
const FOR_EVERY_AGENT = [
  'experiences.list experiences.get leaderboard.get auth.whoami profile.get profile.set experience.mine',
  'experience.register experience.discover session.create memory.get memory.set credential.store credential.list',
  'me.todo me.vacation me.claim session.list lobby.create lobby.list lobby.join match.state proxy.tools proxy.call proxy.end',
  'social.create social.list social.join social.members social.messages social.proposals',
  'demand.list demand.schedule demand.schedule.list demand.rsvp demand.unrsvp',
].flatMap((line) => line.split(' '));

let mine: AgentFixture;
let others: AgentFixture[];
/** For each other tool the call with what `mine` has, and the code that other agents get. */
let refused: Record<string, [code: string, input: Json]>;

beforeAll(async () => {
  const owner = await ownerFixture();
  mine = await agentFixture({ owner });
  others = [await agentFixture({ owner }), await agentFixture()];
  const make = async (tool: string, input: Json): Promise<Json> => {
    const { code, value } = await DOORS.rest(tool, input, mine.apiKey);
    expect([tool, code, value.error]).toEqual([tool, null, undefined]);
    return value;
  };
  const game = { experience_id: TIC_TAC_TOE };
  const { game_session_id } = await make('lobby.create', game);
  const { session_id } = await make('session.create', game);
  const { id: credential_id } = await make('credential.store', {
    ...game,
    label: 'main',
    auth_method: 'api_key',
    credentials: { api_key: 'secret-word' },
  });
  const { id: social_lobby_id } = await make('social.create', {});
  const { proposal_id } = await make('social.propose', { social_lobby_id, ...game });
  const starts_at = new Date(Date.now() + 3_600_000).toISOString();
  const { event_id } = await make('demand.schedule', { ...game, starts_at });
  const manifest = exampleManifest({ tier: 1, mcp: undefined });
  const { id: experience_id } = await make('experience.register', { manifest });
  const [session, lobby, social] = [{ session_id }, { game_session_id }, { social_lobby_id }];
  refused = {
    'session.step': ['EXPERIENCE_AUTH_FAILED', { ...session, action: { type: 'state' } }],
    'session.end': ['EXPERIENCE_AUTH_FAILED', session],
    'session.tools': ['EXPERIENCE_AUTH_FAILED', session],
    'session.replay': ['NOT_FOUND', session],
    'events.wait': ['NOT_FOUND', { stream: `session:${session_id}`, timeout_ms: 0 }],
    'lobby.leave': ['NOT_MEMBER', lobby],
    'match.start': ['EXPERIENCE_AUTH_FAILED', lobby],
    'match.end': ['EXPERIENCE_AUTH_FAILED', lobby],
    'match.abort': ['EXPERIENCE_AUTH_FAILED', lobby],
    'credential.delete': ['NOT_FOUND', { credential_id }],
    'credential.set-default': ['NOT_FOUND', { ...game, credential_id }],
    'demand.cancel': ['NOT_OWNER', { event_id }],
    'social.leave': ['NOT_MEMBER', social],
    'social.message': ['NOT_MEMBER', { ...social, content: 'Hello' }],
    'social.propose': ['NOT_MEMBER', { ...social, ...game }],
    'social.vote': ['NOT_MEMBER', { proposal_id, vote: 'yes' }],
    'experience.update': ['NOT_OWNER', { experience_id, manifest }],
    'experience.delete': ['NOT_OWNER', { experience_id }],
    'experience.rate': ['NO_SESSION', { ...game, rating: 5 }],
    'experience.report': ['NO_SESSION', { ...game, ...session, category: 'other' }],
  };
});

describe.each(['mcp', 'rest'] as const)('over %s', (door) => {
  const call = DOORS[door];

  it('every tool that names something of one agent refuses the others, in the words of the contract', async () => {
    const gateway = TOOLS.filter(({ toolset }) => toolset === 'gateway').map(({ name }) => name);
    expect([...FOR_EVERY_AGENT, ...Object.keys(refused)].sort()).toEqual([...gateway].sort());
    for (const [tool, [code, input]] of Object.entries(refused)) {
      for (const { apiKey } of others) expect([tool, (await call(tool, input, apiKey)).code]).toEqual([tool, code]);
    }
  });

  it('nothing has changed for the agent after that', async () => {
    const { value } = await call('match.state', refused['match.end']?.[1] ?? {}, mine.apiKey);
    expect(value).toMatchObject({ status: 'waiting', players: [{ role: 'host' }] });
    const listed = await call('credential.list', { experience_id: TIC_TAC_TOE }, mine.apiKey);
    expect(listed.value.credentials).toHaveLength(1);
    expect((await call('session.step', refused['session.step']?.[1] ?? {}, mine.apiKey)).code).toBeNull();
    expect((await call('experience.mine', {}, mine.apiKey)).value.experiences).toHaveLength(1);
  });
});
