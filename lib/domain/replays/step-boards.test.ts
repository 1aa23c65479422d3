import { describe, expect, it } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { readStepBoards, sumSessions } from '.';

useCatalog();
const { playable } = useRemoteExperiences();

type Answer = { experience_response: { legal_moves: string[]; status: string; view: { board: string[][] } } };

const marks = (view: Record<string, unknown> | null) => JSON.stringify(view?.board).match(/[XO]/g)?.length ?? 0;

describe('the board beside the steps of a session', () => {
  it('has the exact position before each move of a finished match, and the answer after it', async () => {
    const owner = await ownerFixture();
    const ada = await playerFixture({ owner });
    const { session_id } = await ada.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    let moves = 0;
    for (let status = 'active'; status === 'active'; ) {
      const look = await ada.call<Answer>('session.step', { session_id, action: { type: 'state' } });
      if (look.experience_response.status !== 'active') break;
      const [action] = look.experience_response.legal_moves;
      const model_runtime = { model_name: 'small-1' };
      const usage = { input_tokens: 10, cost_usd_estimate: 0.01 };
      const moved = await ada.call<Answer>('session.step', { session_id, action, usage, model_runtime });
      moves++;
      status = moved.experience_response.status;
    }
    const of = { ownerId: owner.ownerId, sessionId: session_id };
    const boards = await readStepBoards(of);
    expect(boards).toMatchObject({ gameId: 'tic_tac_toe', seats: 2 });
    const exact = boards?.positions.filter(({ isExact }) => isExact) ?? [];
    expect(exact).toHaveLength(moves);
    for (const { before, after } of exact) expect(marks(after)).toBeGreaterThan(marks(before));
    const looked = boards?.positions.find(({ step, isExact }) => step > 0 && !isExact);
    expect(looked?.after).not.toBeNull();

    // A later page has the same positions.
    const second = exact[1];
    const page = await readStepBoards({ ...of, after: (second?.step ?? 0) - 1 });
    expect(page?.positions[0]).toEqual(second);

    const sums = (await sumSessions([session_id])).get(session_id);
    expect(sums).toMatchObject({ inputTokens: 10 * moves, outputTokens: null, models: ['small-1'] });
    expect(sums?.costUsd).toBeCloseTo(0.01 * moves);
  });

  it('has the last answer while the match runs', async () => {
    const owner = await ownerFixture();
    const ada = await playerFixture({ owner });
    const { session_id } = await ada.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    const look = await ada.call<Answer>('session.step', { session_id, action: { type: 'state' } });
    await ada.call('session.step', { session_id, action: look.experience_response.legal_moves[0] });
    const boards = await readStepBoards({ ownerId: owner.ownerId, sessionId: session_id });
    const [moved] = boards?.positions.filter(({ step }) => step === 2) ?? [];
    expect(moved).toMatchObject({ isExact: false });
    expect(moved?.before).toEqual(look.experience_response.view);
  });

  it('is none for another owner, and for an experience without a board', async () => {
    const [owner, other] = [await ownerFixture(), await ownerFixture()];
    const ada = await playerFixture({ owner });
    const { session_id } = await ada.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    await ada.call('session.step', { session_id, action: { type: 'state' } });
    expect(await readStepBoards({ ownerId: other.ownerId, sessionId: session_id })).toBeNull();
    const { experienceId } = await playable({ transport: 'rest' });
    const bob = await playerFixture({ owner });
    const opened = await bob.call<{ session_id: string }>('session.create', { experience_id: experienceId });
    await bob.call('session.step', { session_id: opened.session_id, action: { guess: 3 } });
    expect(await readStepBoards({ ownerId: owner.ownerId, sessionId: opened.session_id })).toBeNull();
  });
});
