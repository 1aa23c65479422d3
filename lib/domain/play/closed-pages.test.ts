import { expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { readMatch } from '@/lib/domain/matches';
import { endSessionsOfClosedPages } from '@/lib/domain/sessions';
import { useCatalog } from '@/lib/testing/catalog';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { notePage } from '.';

useCatalog();

const closedFor = (sessionId: string, seconds: number) =>
  pool().query(
    `UPDATE sessions SET page_closed_at = now() - make_interval(secs => $2),
       last_active_at = now() - make_interval(secs => $2 + 5) WHERE id = $1`,
    [sessionId, seconds],
  );

const pageClosedAt = async (sessionId: string) =>
  (await pool().query('SELECT page_closed_at FROM sessions WHERE id = $1', [sessionId])).rows[0].page_closed_at;

async function startSolo(player: Player): Promise<string> {
  const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
  return session_id;
}

it('a game against a bot ends two minutes after its page was closed, and not while a page is open', async () => {
  const player = await playerFixture();
  const id = await startSolo(player);
  const place = { matchId: id, agentId: player.agentId };
  await notePage({ ...place, isOpen: true });
  expect(await pageClosedAt(id)).toBeNull();
  await notePage({ ...place, isOpen: false });
  expect(await pageClosedAt(id)).not.toBeNull();

  await closedFor(id, 110);
  expect(await endSessionsOfClosedPages()).toBe(0);
  await closedFor(id, 130);
  await notePage({ ...place, isOpen: true });
  expect(await endSessionsOfClosedPages()).toBe(0);
  await closedFor(id, 130);
  await player.call('session.step', { session_id: id, action: 'A1' });
  expect(await endSessionsOfClosedPages()).toBe(0);

  await closedFor(id, 130);
  expect(await endSessionsOfClosedPages()).toBe(1);
  expect((await readMatch(id))?.status).toBe('cancelled');
  expect(await endSessionsOfClosedPages()).toBe(0);
});

it('a match against another player is resigned two minutes after the page was closed', async () => {
  const [host, guest] = [await playerFixture(), await playerFixture()];
  const { game_session_id: lobby } = await host.call<{ game_session_id: string }>('lobby.create', {
    experience_id: TIC_TAC_TOE,
    max_players: 2,
  });
  await guest.call('lobby.join', { game_session_id: lobby });
  await host.call('match.start', { game_session_id: lobby }).catch(() => {});
  const match = await readMatch(lobby);
  const own = match?.seats.find(({ agentId }) => agentId === guest.agentId);
  await notePage({ matchId: lobby, agentId: guest.agentId, isOpen: false });
  await closedFor(own?.sessionId ?? '', 130);
  expect(await endSessionsOfClosedPages()).toBe(1);
  const ended = await readMatch(lobby);
  expect(ended).toMatchObject({ status: 'completed' });
  expect(ended?.outcome?.results.find(({ seat }) => seat === own?.seat)?.result).toBe('loss');
});

it('the page of a match is no business of those without a seat in it', async () => {
  const player = await playerFixture();
  const id = await startSolo(player);
  const stranger = { matchId: id, agentId: (await playerFixture()).agentId, isOpen: false };
  await expect(notePage(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await pageClosedAt(id)).toBeNull();
});
