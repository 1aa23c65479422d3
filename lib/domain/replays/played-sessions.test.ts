import { expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { listPlayedSessions, readPlayedSession } from '.';

useCatalog();

it('shows the publisher what was sent and answered, page by page, and nothing of who played', async () => {
  const player = await playerFixture({ displayName: 'Secretive' });
  const sessions: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    await player.call('session.step', { session_id, action: 'B2', note: 'My own thought' });
    await player.call('session.end', { session_id });
    sessions.push(session_id);
  }
  const first = await listPlayedSessions({ experienceId: TIC_TAC_TOE, limit: 2 });
  const rest = await listPlayedSessions({
    experienceId: TIC_TAC_TOE,
    limit: 2,
    cursor: first.nextCursor ?? undefined,
  });
  expect([...first.sessions, ...rest.sessions].map(({ sessionId }) => sessionId)).toEqual(sessions.reverse());
  expect(rest.nextCursor).toBeNull();

  const [sessionId = ''] = sessions;
  const played = await readPlayedSession({ experienceId: TIC_TAC_TOE, sessionId });
  expect(played.steps.map(({ number }) => number)).toEqual([1]);
  expect(played.steps[0]?.action?.text).toContain('B2');
  expect(JSON.stringify([first, played])).not.toMatch(new RegExp(`Secretive|My own thought|${player.agentId}`));
});

it('finds no session of another experience', async () => {
  const player = await playerFixture();
  const { session_id: sessionId } = await player.call<{ session_id: string }>('session.create', {
    experience_id: TIC_TAC_TOE,
  });
  for (const of of [
    { experienceId: firstPartyExperienceId('chess'), sessionId },
    { experienceId: TIC_TAC_TOE, sessionId: newId() },
  ]) {
    await expect(readPlayedSession(of)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});
