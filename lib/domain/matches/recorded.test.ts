import { expect, it } from 'vitest';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import { listBestMatches, readRecordedMatches } from '.';

useCatalog();

const experience_id = firstPartyExperienceId('even_odd');

interface Answer {
  session_id: string;
  experience_response: { status: string; legal_moves: unknown[] };
}

/** Plays a match of even and odd to its end, with or without words beside the moves. @returns its id */
async function play(name: string, words: boolean): Promise<string> {
  const player = await playerFixture({ displayName: name });
  const options = { type: 'options', options: { rounds_to_win: 5, max_rounds: 9 } };
  const opened = await player.call<Answer>('session.create', { experience_id, initial_action: options });
  const { session_id } = opened;
  let position = opened.experience_response;
  for (let move = 1; position.status === 'active'; move++) {
    const note = move === 3 ? 'Its last two numbers were odd, so an even one is likely now.' : `Round ${move}.`;
    const report = words ? { note, model_runtime: { model_provider: 'tests', model_name: 'tiny-1' } } : {};
    const step = await player.call<Answer>('session.step', { session_id, action: position.legal_moves[0], ...report });
    position = step.experience_response;
  }
  return session_id;
}

it('finds finished matches with words beside their moves, and puts them first among the recordings', async () => {
  expect(await readRecordedMatches(3)).toEqual([]);
  const silent = await play('Silent', false);
  const spoken = await play('Speaker', true);
  expect(await readRecordedMatches(3)).toMatchObject([
    {
      match: { match_id: spoken, status: 'completed' },
      seat: 0,
      model: 'tiny-1',
      words: 'Its last two numbers were odd, so an even one is likely now.',
      ply: expect.any(Number),
    },
  ]);
  const best = await listBestMatches({ limit: 5, gameId: 'even_odd' });
  expect(best.map(({ match_id }) => match_id)).toEqual([spoken, silent]);
});
