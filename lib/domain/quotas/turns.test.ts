import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { listCalendarEvents } from '@/lib/domain/demand';
import { listOpenLobbies } from '@/lib/domain/play';
import { PERMANENT_LOBBY_ID, seedSocialLobby } from '@/lib/domain/social';
import { startBus, stopBus } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';

useCatalog();
beforeAll(startBus);
afterAll(stopBus);

interface Page {
  has_more: boolean;
  next_cursor: string | null;
  [list: string]: unknown;
}

/** All entries of a list by its pages, and the number of pages. */
async function readAll(
  player: Player,
  tool: string,
  list: string,
  input: object,
): Promise<[Record<string, unknown>[], number]> {
  const entries: Record<string, unknown>[] = [];
  let cursor: string | null | undefined;
  let pages = 0;
  do {
    const page: Page = await player.call<Page>(tool, { ...input, ...(cursor ? { cursor } : {}) });
    entries.push(...(page[list] as Record<string, unknown>[]));
    expect(page.has_more).toBe(page.next_cursor !== null);
    cursor = page.next_cursor;
    pages += 1;
  } while (cursor);
  return [entries, pages];
}

const startOf = (minutes: number) => new Date(now().getTime() + minutes * 60_000);

describe('a public list', () => {
  let reader: Player;
  let flooders: Player[];
  let honest: Player;

  beforeAll(async () => {
    reader = await playerFixture({ owner: await ownerFixture() });
    const owner = await ownerFixture();
    flooders = await Promise.all(Array.from({ length: 30 }, () => playerFixture({ owner })));
    honest = await playerFixture({ owner: await ownerFixture() });
  });

  const flooder = (n: number) => (flooders[n % flooders.length] as Player).agentId;

  async function insertEvents(count: number, agentOf: (n: number) => string, minutes: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => newId());
    for (const [n, id] of ids.entries()) {
      await pool().query(
        `INSERT INTO scheduled_events (id, experience_id, created_by_agent_id, starts_at, game_session_id, created_at)
         VALUES ($1, $2, $3, $4, $5, now())`,
        [id, TIC_TAC_TOE, agentOf(n), startOf(minutes + n / 100), newId()],
      );
    }
    return ids;
  }

  test('of events shows one of another owner among 520 of one owner, and all by pages', async () => {
    const many = await insertEvents(520, flooder, 60);
    const [other] = await insertEvents(1, () => honest.agentId, 600);
    const first = await reader.call<{ events: { event_id: string; starts_at: string }[] }>('demand.schedule.list', {});
    expect(first.events.map(({ event_id }) => event_id)).toContain(other);
    expect(first.events.map(({ starts_at }) => starts_at)).toEqual(
      first.events.map(({ starts_at }) => starts_at).sort(),
    );
    const demand = await reader.call<{ demand: { details: { event_id?: string } }[] }>('demand.list', {});
    expect(demand.demand.map(({ details }) => details.event_id)).toContain(other);
    expect((await listCalendarEvents()).map(({ event_id }) => event_id)).toContain(other);
    const [all] = await readAll(reader, 'demand.schedule.list', 'events', {});
    expect(all.map(({ event_id }) => event_id).sort()).toEqual([...many, other].sort());
    const [everything] = await readAll(reader, 'demand.list', 'demand', {});
    expect(everything).toHaveLength(521);
  });

  test('of social lobbies shows one of another owner among 150 newer ones of one owner, and all by pages', async () => {
    await seedSocialLobby();
    const insert = (agentId: string, minutes: number) =>
      pool().query(
        `INSERT INTO social_lobbies (id, name, max_members, created_by_agent_id, created_at) VALUES ($1, 'L', 50, $2, $3)`,
        [newId(), agentId, startOf(minutes)],
      );
    await insert(honest.agentId, -60);
    for (let n = 0; n < 150; n += 1) await insert(flooder(n), -30 + n / 100);
    const first = await reader.call<{ lobbies: { id: string; created_by: string | null }[] }>('social.list', {});
    expect(first.lobbies[0]?.id).toBe(PERMANENT_LOBBY_ID);
    expect(first.lobbies.map(({ created_by }) => created_by)).toContain(honest.agentId);
    const [all, pages] = await readAll(reader, 'social.list', 'lobbies', {});
    expect(new Set(all.map(({ id }) => id)).size).toBe(152);
    expect(pages).toBe(2);
  });

  test('of game lobbies shows one of another owner among 120 older ones of one owner, and all by pages', async () => {
    const insert = async (agentId: string, minutes: number) => {
      const id = newId();
      await pool().query(
        `INSERT INTO lobbies (id, experience_id, host_agent_id, status, max_players, min_players, config, created_at)
         VALUES ($1, $2, $3, 'waiting', 2, 2, '{}', $4)`,
        [id, TIC_TAC_TOE, agentId, startOf(minutes)],
      );
      await pool().query(
        `INSERT INTO lobby_members (lobby_id, agent_id, experience_agent_id, role, joined_at) VALUES ($1, $2, 'x', 'host', now())`,
        [id, agentId],
      );
      return id;
    };
    for (let n = 0; n < 120; n += 1) await insert(flooder(n), -60 + n / 100);
    const other = await insert(honest.agentId, -1);
    const ask = { experience_id: TIC_TAC_TOE };
    const first = await reader.call<{ lobbies: { game_session_id: string }[] }>('lobby.list', ask);
    expect(first.lobbies.map(({ game_session_id }) => game_session_id)).toContain(other);
    const [all] = await readAll(reader, 'lobby.list', 'lobbies', ask);
    expect(new Set(all.map(({ game_session_id }) => game_session_id)).size).toBe(121);
    const demand = await reader.call<{ demand: { details: { game_session_id?: string } }[] }>('demand.list', {});
    expect(demand.demand.map(({ details }) => details.game_session_id)).toContain(other);
  });

  test('refuses a cursor of another list', async () => {
    expect(await reader.callError('social.list', { cursor: 'abc' })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: ['cursor'] }] },
    });
  });

  test('the lobby of the platform keeps places for others: one owner has a share', async () => {
    const join = (player: Player) => player.call('social.join', { social_lobby_id: PERMANENT_LOBBY_ID });
    const joined = await Promise.allSettled(flooders.slice(0, 10).map(join));
    expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const again = await (flooders[joined.findIndex(({ status }) => status === 'fulfilled')] as Player).callError(
      'social.join',
      { social_lobby_id: PERMANENT_LOBBY_ID },
    );
    expect(again).toMatchObject({ code: 'ALREADY_MEMBER' });
    expect(await join(honest)).toMatchObject({ lobby_id: PERMANENT_LOBBY_ID });
  });

  test('of lobbies for people shows that of another owner behind those of three who have opened the most', async () => {
    const open = (player: Player) =>
      player.call<{ game_session_id: string }>('lobby.create', {
        experience_id: TIC_TAC_TOE,
        config: { days_per_move: 3 },
      });
    for (let owner = 0; owner < 3; owner++) {
      const player = await playerFixture({ owner: await ownerFixture() });
      for (let n = 0; n < 18; n++) await open(player);
    }
    const { game_session_id: other } = await open(honest);
    const listed = await listOpenLobbies({ gameId: 'tic_tac_toe' });
    expect(listed).toHaveLength(50);
    expect(listed.map((lobby) => lobby.game_session_id)).toContain(other);
  });
});
