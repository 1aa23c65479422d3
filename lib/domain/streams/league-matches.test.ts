import { afterAll, describe, expect, it } from 'vitest';
import type { StreamEvent } from '@/lib/core/stream';
import { pool } from '@/lib/data/database';
import { refereeDueFixtures, startLeague } from '@/lib/domain/leagues';
import { always, openLeague, playOut, register } from '@/lib/domain/leagues/testing/play-league';
import { type Behaviour, type PushPlayer, startPushPlayer } from '@/lib/domain/leagues/testing/push-player';
import { readMatch } from '@/lib/domain/matches';
import type { Person } from '@/lib/domain/people';
import { useCatalog } from '@/lib/testing/catalog';
import { agentFixture, type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture } from '@/lib/testing/play';
import { followForSpectators, grantOmniscience, viewOfSpectator } from '.';

useCatalog();

const opened: PushPlayer[] = [];
afterAll(() => Promise.all(opened.map((player) => player.close())));

/** A started league of two agents whose endpoints the referee calls, each of an owner, when both were asked for a move. */
async function startDuel(behaviours: readonly Behaviour[], input: Record<string, unknown>) {
  const creator = await playerFixture();
  const leagueId = await openLeague(creator, input);
  const owners: OwnerFixture[] = [];
  for (const behave of behaviours) {
    const owner = await ownerFixture();
    const player = await startPushPlayer(behave);
    const { caller } = await agentFixture({ owner });
    expect((await register(leagueId, player.endpoint, caller)).status).toBe('ACCEPTED');
    owners.push(owner);
    opened.push(player);
  }
  await startLeague({ agent: creator.caller, leagueId });
  let matchId = '';
  const findMatch = async () => {
    await refereeDueFixtures();
    const { rows } = await pool().query(
      `SELECT f.game_session_id AS id FROM league_fixtures f JOIN leagues l ON l.id = f.league_uid
       WHERE l.league_id = $1 AND f.status = 'active'`,
      [leagueId],
    );
    matchId = rows[0]?.id ?? '';
    return matchId;
  };
  await expect.poll(findMatch, { timeout: 20_000 }).not.toBe('');
  return { leagueId, owners, matchId, stream: `match:${matchId}` };
}

describe('a match of a league between players that the referee calls', () => {
  it('shows no number before its round ends, and nothing hidden to the owner of a player', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late: Behaviour = async (message, exchange) => {
      if (message.message_type === 'MOVE_REQUEST') await released;
      return always('P02', 2)(message, exchange);
    };
    const limits = { rounds_to_win: 1, max_rounds: 1, time_limit_seconds: 300 };
    const { leagueId, owners, matchId, stream } = await startDuel([always('P01', 4), late], limits);
    for (const { ownerId } of owners)
      await expect(grantOmniscience(stream, async () => ownerId)).rejects.toMatchObject({ code: 'FORBIDDEN' });

    const third = await ownerFixture();
    const grant = await grantOmniscience(stream, async () => third.ownerId);
    expect(grant).toMatchObject({ ownerId: third.ownerId, players: { length: 2 } });
    const heard: Pick<StreamEvent, 'type'>[] = [];
    const source = followForSpectators({ stream, view: 'omniscient' }, (events) => heard.push(...events));
    await source.ready;
    const hasCommitted = async () => {
      const { rows } = await pool().query(`SELECT 1 FROM events WHERE stream = $1 AND type = 'number_chosen'`, [
        stream,
      ]);
      return rows.length;
    };
    await expect.poll(hasCommitted, { timeout: 20_000 }).toBe(1);
    expect((await readMatch(matchId))?.omniscientDelayS).toBeGreaterThanOrEqual(120);
    expect(heard).toEqual([]);
    release();
    await playOut(leagueId);
    await expect.poll(() => heard.map(({ type }) => type)).toContain('match_ended');
    source.stop();
  });

  it('shows what a player says beside its moves to others than the owners of both', async () => {
    const silent: Behaviour = (message) => (message.message_type === 'MOVE_REQUEST' ? null : undefined);
    const duel = await startDuel([silent, silent], { game_type: 'tic_tac_toe', time_limit_seconds: 3 });
    const viewOf = ({ ownerId }: OwnerFixture) =>
      viewOfSpectator(duel.stream, async () => ({ kind: 'owner', owner: { ownerId } }) as Person);
    for (const owner of duel.owners) expect(await viewOf(owner)).toBe('public');
    expect(await viewOf(await ownerFixture())).toBe('spectator');
    await playOut(duel.leagueId);
  });
});
