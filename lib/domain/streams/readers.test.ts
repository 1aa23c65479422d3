import { describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import { resignMatch, startMatch } from '@/lib/domain/matches';
import { useCatalog } from '@/lib/testing/catalog';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { grantOmniscience, viewForAgent, viewOfSpectator } from '.';

useCatalog();

/** A running match of a game with hidden information between two agents. */
async function hiddenMatch(agents: readonly AgentFixture[]): Promise<{ id: string; stream: string }> {
  const experienceId = firstPartyExperienceId('sea_battle');
  const seats = agents.map(({ agentId }) => ({
    kind: 'agent' as const,
    agentId,
    experienceAgentId: experienceAgentId({ agentId, experienceId }),
    sessionId: null,
    displayName: 'Player',
  }));
  const { id } = await startMatch({ experienceId, gameId: 'sea_battle', kind: 'lobby', seats, rated: false });
  return { id, stream: `match:${id}` };
}

const audiencesFor = async ({ caller }: AgentFixture, stream: string) => [
  ...(await viewForAgent(caller, stream)).audiences,
];

describe('the stream of a match with hidden information', () => {
  test('shows a player its own audience, never that of the other, and a stranger what is public', async () => {
    const [one, two, stranger] = [await agentFixture(), await agentFixture(), await agentFixture()];
    const { stream } = await hiddenMatch([one, two]);
    const [ofOne, ofTwo] = [await audiencesFor(one, stream), await audiencesFor(two, stream)];
    expect(ofOne.length).toBeGreaterThan(1);
    expect(ofOne.filter((audience) => ofTwo.includes(audience))).toEqual(['public']);
    expect(await audiencesFor(stranger, stream)).toEqual(['public']);
  });

  test('shows everything to a person who owns no player, and to everybody after the end', async () => {
    const [owner, other] = [await ownerFixture(), await ownerFixture()];
    const [one, two] = [await agentFixture({ owner }), await agentFixture()];
    const { id, stream } = await hiddenMatch([one, two]);
    await expect(grantOmniscience(stream, async () => owner.ownerId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await grantOmniscience(stream, async () => other.ownerId)).toMatchObject({ ownerId: other.ownerId });
    expect(await viewOfSpectator(stream, async () => null)).toBe('public');

    await resignMatch({ matchId: id, seat: 0 });
    const notAsked = () => Promise.reject(new Error('asked who the person is'));
    expect(await grantOmniscience(stream, notAsked)).toBeNull();
    expect(await viewOfSpectator(stream, notAsked)).toBe('spectator');
    expect(await audiencesFor(two, stream)).toContain('spectators');
  });
});

test('a session is read by its own agent alone, and names the step that it waits for', async () => {
  const [agent, stranger] = [await playerFixture(), await playerFixture()];
  const { session_id } = await agent.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
  const stream = `session:${session_id}`;
  await expect(viewForAgent(stranger.caller, stream)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const step = { tool: 'session.step', arguments: { session_id } };
  for (const name of [stream, 'me'])
    expect(await (await viewForAgent(agent.caller, name)).nextAction?.()).toMatchObject(step);
  expect(await (await viewForAgent(stranger.caller, 'me')).nextAction?.()).toBeNull();
});

test('a stream that needs a scope is refused without it, and the refusal names the scope', async () => {
  const { caller } = await agentFixture({ scopes: ['catalog:read'] });
  const details = { scope: 'social:read' };
  await expect(viewForAgent(caller, `social:${newId()}`)).rejects.toMatchObject({ code: 'FORBIDDEN', details });
});
