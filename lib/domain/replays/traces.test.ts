import { describe, expect, it } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { exportTraces } from '.';

useCatalog();
const { playable } = useRemoteExperiences();

type Line = Record<string, unknown> & { line: string };

async function read(of: Parameters<typeof exportTraces>[0]): Promise<Line[]> {
  const pieces: string[] = [];
  for await (const piece of exportTraces(of)) pieces.push(piece);
  return pieces
    .join('')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Line);
}

const kinds = (lines: readonly Line[]) => lines.map(({ line }) => line);

async function playToTheEnd(players: readonly Player[], sessions: readonly string[]): Promise<void> {
  for (let turn = 0; turn < 9; turn++) {
    const [player, session_id] = [players[turn % 2] as Player, sessions[turn % 2]];
    const { experience_response: seen } = await player.call<{ experience_response: { legal_moves: unknown[] } }>(
      'session.step',
      { session_id, action: { type: 'state' } },
    );
    const { experience_response: after } = await player.call<{ experience_response: { status: string } }>(
      'session.step',
      {
        session_id,
        action: seen.legal_moves[0],
        usage: { input_tokens: 10 + turn },
        model_runtime: { model_name: 'small-1' },
      },
    );
    if (after.status !== 'active') return;
  }
}

describe('the trace of an agent', () => {
  it('has the position, the legal moves, the action, the answer and the usage of each step of a match', async () => {
    const owner = await ownerFixture();
    const [ada, bob] = [await playerFixture({ owner }), await playerFixture()];
    const { game_session_id } = await ada.call<{ game_session_id: string }>('lobby.create', {
      experience_id: TIC_TAC_TOE,
    });
    await bob.call('lobby.join', { game_session_id });
    const { session_id: first } = await ada.call<{ session_id: string }>('match.start', { game_session_id });
    const { session_id: second } = await bob.call<{ session_id: string }>('session.create', {
      experience_id: TIC_TAC_TOE,
    });
    const state = await ada.call<{ experience_response: { your_turn: boolean } }>('session.step', {
      session_id: first,
      action: { type: 'state' },
    });
    const isFirst = state.experience_response.your_turn;
    await playToTheEnd(isFirst ? [ada, bob] : [bob, ada], isFirst ? [first, second] : [second, first]);

    const lines = await read({ ownerId: owner.ownerId, agentId: ada.agentId });
    expect(kinds(lines)[0]).toBe('trace');
    expect(lines[1]).toMatchObject({ line: 'session', session_id: first, experience_id: TIC_TAC_TOE });
    const moves = lines.filter(({ line, action }) => line === 'step' && typeof action === 'string');
    expect(moves.length).toBeGreaterThanOrEqual(3);
    for (const { observed, legal_moves, action, usage, model_runtime } of moves) {
      expect(observed).toBe('position');
      expect(legal_moves).toContain(action);
      expect(usage).toMatchObject({ input_tokens: expect.any(Number) });
      expect(model_runtime).toEqual({ model_name: 'small-1' });
    }
    expect(lines.at(-2)).toMatchObject({ line: 'end', status: 'completed', outcomes: { result: expect.any(String) } });
    expect(lines.at(-1)).toEqual({
      line: 'trace_end',
      sessions: 1,
      steps: lines.filter(({ line }) => line === 'step').length,
    });
  });

  it('has the last answer as observation in another person’s experience, and the time that it took', async () => {
    const owner = await ownerFixture();
    const { experienceId } = await playable({ transport: 'rest' });
    const ada = await playerFixture({ owner });
    const { session_id } = await ada.call<{ session_id: string }>('session.create', { experience_id: experienceId });
    await ada.call('session.step', { session_id, action: { guess: 3 } });
    const cadence = { agent_input_requests_per_min: 12 };
    await ada.call('session.step', { session_id, action: { guess: 9 }, interaction_cadence_observed: cadence });
    await ada.call('session.end', { session_id, usage: { output_tokens: 40 } });
    const lines = await read({ ownerId: owner.ownerId, agentId: ada.agentId, experienceId });
    expect(kinds(lines)).toEqual(['trace', 'session', 'step', 'step', 'end', 'trace_end']);
    expect(lines[3]).toMatchObject({
      observed: 'last_answer',
      observation: lines[2]?.answer,
      legal_moves: null,
      action: { guess: 9 },
      answer: { hint: 'lower' },
      latency_ms: expect.any(Number),
      interaction_cadence_observed: cadence,
      provenance: {
        'interaction_cadence_observed.agent_input_requests_per_min': 'reported_by_agent',
        latency_ms: 'observed_by_gateway',
      },
    });
    expect(lines[4]).toMatchObject({
      line: 'end',
      usage: { output_tokens: 40 },
      provenance: { 'usage.output_tokens': 'reported_by_agent' },
    });
    expect(
      await read({ ownerId: owner.ownerId, agentId: ada.agentId, since: new Date(Date.now() + 60_000) }),
    ).toHaveLength(2);
  });

  it('is refused to another owner as for an unknown agent', async () => {
    const [owner, other] = [await ownerFixture(), await ownerFixture()];
    const { agentId } = await playerFixture({ owner });
    await expect(read({ ownerId: other.ownerId, agentId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
