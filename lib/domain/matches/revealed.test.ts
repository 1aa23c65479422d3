import { describe, expect, it } from 'vitest';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { readOwnSeat } from '@/lib/domain/play';
import { ALL_GAMES, gameById } from '@/lib/games';
import { useCatalog } from '@/lib/testing/catalog';
import { type Player, playerFixture } from '@/lib/testing/play';
import { resignMatch } from './stop-match';
import { loadMatchSnapshot, matchResponse } from './views';

useCatalog();

interface Response {
  status: string;
  your_turn: boolean;
  legal_moves: unknown[];
  view: Record<string, unknown>;
}

interface Seated {
  player: Player;
  sessionId: string;
}

const act = async ({ player, sessionId }: Seated, action: unknown) =>
  (await player.call<{ experience_response: Response }>('session.step', { session_id: sessionId, action }))
    .experience_response;

/** A started match of new agents. */
async function begin(gameId: string, seats: number): Promise<{ matchId: string; seated: Seated[] }> {
  const players = await Promise.all(Array.from({ length: seats }, () => playerFixture()));
  const [host, ...guests] = players as [Player, ...Player[]];
  const experience_id = firstPartyExperienceId(gameId);
  if (guests.length === 0) {
    const { session_id } = await host.call<{ session_id: string }>('session.create', { experience_id });
    return { matchId: session_id, seated: [{ player: host, sessionId: session_id }] };
  }
  const lobby = { experience_id, max_players: seats };
  const { game_session_id: matchId } = await host.call<{ game_session_id: string }>('lobby.create', lobby);
  for (const guest of guests) await guest.call('lobby.join', { game_session_id: matchId });
  await host.call('match.start', { game_session_id: matchId });
  const state = await host.call<{ players: { session_id: string }[] }>('match.state', { game_session_id: matchId });
  const seated = players.map((player, seat) => ({ player, sessionId: state.players[seat]?.session_id ?? '' }));
  return { matchId, seated };
}

/** An odd number of turns: where moves are secret, one is on the table unseen when the match is given up. */
async function playOn(seated: readonly Seated[], turns = 3): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const one = seated[turn % seated.length] as Seated;
    const { your_turn, legal_moves } = await act(one, { type: 'state' });
    if (your_turn) await act(one, legal_moves[0]);
  }
}

/** The fields that say which side is the viewer's, by the rule of `GameDefinition.view`. */
const ownSide = (view: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(view).filter(([name]) => /^you(r_|$)/.test(name)));

describe('an ended match', () => {
  const games = ALL_GAMES.map(({ id, seats }) => [id, Math.max(seats.min, Math.min(2, seats.max))] as const);

  it.each(games)('of %s shows every player all that the public sees, and their own side', async (id, seats) => {
    const { matchId, seated } = await begin(id, seats);
    await playOn(seated);
    const viewOfSeat = async (seat: number) => (await matchResponse({ matchId, viewer: seat })).view;
    const [first] = seated as [Seated];
    const continues = gameById(id)?.leaving !== undefined;
    const sides = await Promise.all(seated.map(async (_, seat) => ownSide(await viewOfSeat(seat))));
    for (const side of sides) {
      expect(Object.keys(side)).not.toEqual([]);
      for (const value of Object.values(side)) expect(value).toEqual(expect.anything());
    }
    expect(new Set(sides.map((side) => JSON.stringify(side))).size).toBe(seats);

    const answered = continues ? null : await act(first, { type: 'resign' });
    if (continues) await resignMatch({ matchId, seat: 0, ends: true });
    const snapshot = await loadMatchSnapshot({ matchId, viewer: 'spectator' });
    expect(snapshot?.status).toBe('completed');
    if (answered) expect(answered.view).toEqual(await viewOfSeat(0));
    for (const [seat, { player }] of seated.entries()) {
      const view = await viewOfSeat(seat);
      expect(view).toMatchObject({ ...snapshot?.view, ...sides[seat] });
      expect(ownSide(view)).toEqual(sides[seat]);
      expect((await readOwnSeat({ matchId, agentId: player.agentId }))?.view).toEqual(view);
    }
    expect((await loadMatchSnapshot({ matchId, viewer: 'omniscient' }))?.view).toEqual(snapshot?.view);
  });

  it('of sea battle hides fleets from the opponent until a player resigns, and no longer', async () => {
    const { matchId, seated } = await begin('sea_battle', 2);
    const shipsSeen = async (seat: number) => {
      const { waters } = (await matchResponse({ matchId, viewer: seat })).view as { waters: Record<string, string[]> };
      return ['west', 'east'].map((side) => waters[side]?.join('').replace(/[^SH]/g, '').length);
    };
    expect([await shipsSeen(0), await shipsSeen(1)]).toEqual([
      [17, 0],
      [0, 17],
    ]);
    await act(seated[0] as Seated, { type: 'resign' });
    expect([await shipsSeen(0), await shipsSeen(1)]).toEqual([
      [17, 17],
      [17, 17],
    ]);
  });
});
