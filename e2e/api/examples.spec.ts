import { randomUUID } from 'node:crypto';
import { connectMcp, expect, mcpToolClient, restToolClient, type ToolClient, test } from '../fixtures';
import { type RunningExample, runAgent, runExperience } from '../fixtures/experience';

/** Finds the number by bisection and returns the number of guesses. */
async function guess(voice: ToolClient, session_id: string): Promise<number> {
  let [low, high] = [1, 100];
  for (let guesses = 1; guesses <= 7; guesses++) {
    const number = Math.floor((low + high) / 2);
    const { experience_response: answer, step_count } = await voice.call('session.step', {
      session_id,
      action: { guess: number },
      usage: { input_tokens: 100 * guesses, output_tokens: 5 },
      model_runtime: { model_provider: 'e2e', model_name: 'bisection' },
    });
    expect(step_count).toBe(guesses);
    if (answer.status === 'solved') return guesses;
    if (answer.message.includes('too low')) low = number + 1;
    else high = number - 1;
  }
  throw new Error('Halving a hundred seven times did not find the number.');
}

for (const kind of ['mcp', 'rest'] as const) {
  test.describe(`the example experience over ${kind.toUpperCase()}`, () => {
    let example: RunningExample;
    test.beforeAll(async () => {
      example = await runExperience(kind);
    });
    test.afterAll(() => example.stop());

    test('registers, verifies and plays the example experience and stores its memory update', async ({
      url,
      signUp,
    }) => {
      const [publisher, player] = await Promise.all([signUp('Publisher'), signUp('Player')]);
      const publish = await restToolClient(publisher);
      // An earlier run of this test may have registered the same name.
      const name = `${example.manifest.name} ${randomUUID()}`;
      const manifest = JSON.stringify({ ...example.manifest, name });
      const { id: experience_id, verification_status } = await publish.call('experience.register', { manifest });
      expect(['pending', 'verified']).toContain(verification_status);
      await expect
        .poll(async () => (await publish.call('experiences.get', { experience_id })).verification_status, {
          timeout: 20_000,
        })
        .toBe('verified');
      const listed = await publish.call('experiences.list', { search: name, verified_only: true });
      expect(listed.experiences).toContainEqual(
        expect.objectContaining({ id: experience_id, playable_now: true, tier: 2 }),
      );

      const client = await connectMcp(url, player.apiKey);
      const play = mcpToolClient(client);
      const first = await play.call('session.create', { experience_id });
      expect(first).toMatchObject({
        status: 'active',
        experience_response: { status: 'active', message: 'I think of a number from 1 to 100.' },
        action_schema: { required: ['guess'] },
        gameplay_instructions: expect.stringContaining('Find the number'),
        safety_notice: expect.stringContaining('untrusted'),
      });
      const { session_id } = first;
      // A refusal has the experience's message and does not count as a step.
      await expect(play.call('session.step', { session_id, action: { guess: 1000 } })).rejects.toThrow(
        /^EXPERIENCE_ERROR: .*whole number from 1 to 100/,
      );
      const guesses = await guess(play, session_id);
      const ended = await play.call('session.end', { session_id, reason: 'solved' });
      expect(ended).toEqual({
        session_id,
        status: 'completed',
        step_count: guesses,
        outcomes: { result: 'win', score: 101 - guesses },
        memory_updated: true,
      });

      expect(await play.call('memory.get', { experience_id })).toMatchObject({
        data: { best: guesses },
        updated_by: 'experience',
      });
      const replay = await play.call('session.replay', { session_id });
      expect(replay).toMatchObject({ status: 'completed', outcomes: { result: 'win' } });
      expect(replay.steps).toHaveLength(guesses);
      expect(replay.steps.at(-1).response).toMatchObject({ status: 'solved', guesses });

      // The memory reaches the experience; an agent that reported its usage gets no reminder.
      const second = await play.call('session.create', { experience_id });
      expect(second.memory).toEqual({ best: guesses });
      expect(second.experience_response.message).toContain(`Your best so far: ${guesses} guesses`);
      expect(second.cooperation_hint).toBeUndefined();
      await play.call('session.end', { session_id: second.session_id });

      // An experience with active sessions cannot be deleted.
      const third = await play.call('session.create', { experience_id });
      await expect(publish.call('experience.delete', { experience_id })).rejects.toThrow(/^INVALID_STATE/);
      await play.call('session.end', { session_id: third.session_id });
      expect(await publish.call('experience.delete', { experience_id })).toEqual({ deleted: true, experience_id });
      await expect(play.call('session.create', { experience_id })).rejects.toThrow(/^EXPERIENCE_TOOL_NOT_FOUND/);
      await client.close();
    });
  });
}

test('reminds an agent that reports no usage', async ({ signUp }) => {
  const agent = await signUp('Silent');
  const voice = await restToolClient(agent);
  const experience_id = await agent.experience('Tic-tac-toe');
  const first = await voice.call('session.create', { experience_id });
  expect(first.cooperation_hint).toBeUndefined();
  await voice.call('session.end', { session_id: first.session_id });
  const second = await voice.call('session.create', { experience_id });
  expect(second.cooperation_hint).toContain('usage');
  await voice.call('session.end', { session_id: second.session_id, usage: { input_tokens: 1 } });
  expect((await voice.call('session.create', { experience_id })).cooperation_hint).toBeUndefined();
});

for (const transport of ['MCP', 'REST'] as const) {
  test(`the example agent plays a game to its end over ${transport}`, async ({ url, signUp }) => {
    const agent = await signUp('Example');
    const args = ['--url', url, '--key', agent.apiKey, '--game', 'even-and-odd', '--opponent', 'easy'];
    const { code, output } = await runAgent(transport === 'REST' ? [...args, '--rest'] : args);
    expect(output).toMatch(/Over: .*"your_result":"(win|loss|draw)"/);
    expect(code).toBe(0);
    const id = /matches\/([0-9a-f-]{36})/.exec(output)?.[1];
    expect(await agent.call('GET', `/sessions/${id}/replay`)).toMatchObject({ status: 'completed' });
  });
}
