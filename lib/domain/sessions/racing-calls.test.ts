import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getPlayable } from '@/lib/domain/catalog';
import { runClaimed } from '@/lib/domain/idempotency';
import { hostOf } from '@/lib/domain/play-host';
import { createSession } from '@/lib/domain/sessions';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { playerFixture } from '@/lib/testing/play';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { countStatements } from '@/lib/testing/statements';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);
const { playable } = useRemoteExperiences();

const NO_CONTEXT = {
  kind: 'agent' as const,
  memory: null,
  experienceKeys: [],
  ownerMemory: null,
  lobbyId: null,
  rating: null,
  played: false,
  reported: false,
};

/** A function whose answer the test releases. */
function holdAnswer<Answer>(value: Answer) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const answer = async () => {
    ask();
    await released;
    return value;
  };
  return { answer, asked, release };
}

describe('a session of a remote experience', () => {
  it('answers a call of another process, while it is opened, with the words of the experience', async () => {
    const pendingAnswer = holdAnswer({ welcome: 'once' });
    const { fake, experienceId } = await playable({
      transport: 'rest',
      says: { 'session.create': pendingAnswer.answer },
    });
    const { caller } = await playerFixture();
    const experience = await getPlayable({ experienceId });
    const open = () =>
      hostOf(experience).openSession({ agent: caller, experience, initialAction: undefined, context: NO_CONTEXT });
    const first = open();
    await pendingAnswer.asked;
    await countStatements(/^sessions\.last_response/, async (looks) => {
      const second = open();
      await vi.waitFor(() => expect(looks()).toBeGreaterThan(1), 10_000);
      pendingAnswer.release();
      expect((await first).response).toEqual({ welcome: 'once' });
      expect((await second).response).toEqual({ welcome: 'once' });
    });
    expect(fake.executed.map(({ tool }) => tool)).toEqual(['session.create']);
  });

  it('is opened for the second of two racing calls when the first caller hangs up', async () => {
    const { fake, experienceId } = await playable({ transport: 'rest' });
    const { caller: agent, call } = await playerFixture();
    // From the cache, so that both calls are under way after a turn.
    await getPlayable({ experienceId });
    const leaving = new AbortController();
    const calls = [leaving.signal, new AbortController().signal].map((signal) =>
      createSession({ agent, experienceId, signal }),
    );
    const settled = Promise.allSettled(calls);
    await new Promise((resolve) => setImmediate(resolve));
    leaving.abort();
    await settled;
    const { session_id, status } = (await calls[1]) ?? expect.fail('no second call');
    expect(status).toBe('active');
    expect(fake.executed.map(({ tool }) => tool)).toEqual(['session.create']);
    await call('session.step', { session_id, action: { guess: 1 } });
  });

  it('is not answered to a racing call that asks for another first action', async () => {
    const { fake, experienceId } = await playable({ transport: 'rest' });
    const { caller: agent } = await playerFixture();
    await getPlayable({ experienceId });
    const open = (guess?: number) =>
      createSession({ agent, experienceId, ...(guess === undefined ? {} : { initialAction: { guess } }) });
    const [first, other, same, any] = await Promise.allSettled([open(1), open(2), open(1), open()]);
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'AGENT_BUSY', retryable: true } });
    for (const one of [same, any]) expect(one).toEqual(first);
    expect(first).toMatchObject({ status: 'fulfilled' });
    expect(fake.executed).toMatchObject([{ args: { initial_action: { guess: 1 } } }]);
  });

  it('is opened once by an experience that answers null', async () => {
    const { fake, experienceId } = await playable({
      transport: 'rest',
      says: { 'session.create': () => null as unknown as Record<string, unknown> },
    });
    const player = await playerFixture();
    const create = () => player.call('session.create', { experience_id: experienceId });
    const [first, second] = [await create(), await create()];
    expect(second.session_id).toBe(first.session_id);
    expect(fake.executed.map(({ tool }) => tool)).toEqual(['session.create']);
  });

  it('is ended once of racing calls, which get the same answer', async () => {
    const { fake, experienceId } = await playable({ transport: 'rest', delayMs: 50 });
    const player = await playerFixture();
    const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id: experienceId });
    const ends = await Promise.all([1, 2, 3].map(() => player.call('session.end', { session_id })));
    const answer = { session_id, status: 'completed', outcomes: { result: 'win', score: 1 }, memory_updated: true };
    expect(ends).toMatchObject([answer, answer, answer]);
    expect(fake.executed.filter(({ tool }) => tool === 'session.end')).toHaveLength(1);
    expect((await player.callError('session.end', { session_id })).code).toBe('EXPERIENCE_ERROR');
  });

  it('is ended once while another process ends it', async () => {
    const { fake, experienceId } = await playable({ transport: 'rest' });
    const player = await playerFixture();
    const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id: experienceId });
    const answer = { session_id, status: 'completed', step_count: 0, outcomes: { score: 1 }, memory_updated: true };
    const pendingAnswer = holdAnswer(answer);
    const key = { agentId: player.agentId, tool: 'session.end sent', key: session_id, input: null };
    const other = runClaimed(key, pendingAnswer.answer);
    await pendingAnswer.asked;
    const end = player.call('session.end', { session_id });
    pendingAnswer.release();
    await other;
    expect(await end).toEqual(answer);
    expect(fake.executed.filter(({ tool }) => tool === 'session.end')).toEqual([]);
  });
});
