import { describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { fireDueMatches, listLiveMatches } from '@/lib/domain/matches';
import { readEvents } from '@/lib/events';
import { type RecordedInput, resimulate } from '@/lib/games/simulate';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { type Player, playerFixture } from '@/lib/testing/play';

useCatalog();
useClock();

const BLACKJACK = firstPartyExperienceId('blackjack');
const SLOTS = firstPartyExperienceId('slots');

interface Response {
  status: string;
  your_turn: boolean;
  legal_moves: unknown[];
  view: {
    phase: string;
    dealer: { cards: (string | null)[] };
    shoe: unknown;
    seats: { stack: number }[];
    stack: number;
  };
  outcome?: { your_result: string; results: { seat: number; result: string; rank: number; score: number }[] };
}
interface Step {
  experience_response: Response;
}

const stepped = async (player: Player, session_id: string, action: unknown): Promise<Response> =>
  (await player.call<Step>('session.step', { session_id, action })).experience_response;

const state = (player: Player, session_id: string) => stepped(player, session_id, { type: 'state' });

const readInputs = async (matchId: string): Promise<RecordedInput[]> =>
  (await pool().query<RecordedInput>('SELECT seat, move FROM match_inputs WHERE match_id = $1 ORDER BY n', [matchId]))
    .rows;

/** An agent never receives the shoe, and the hole card only after the round is over. */
function expectHidden({ view }: Response): void {
  expect(view.shoe).toBeNull();
  if (view.phase === 'play') expect(view.dealer.cards).toEqual([expect.any(String), null]);
}

describe('a game for one', () => {
  it('of blackjack is played to its end against the dealer, without a house bot', async () => {
    const player = await playerFixture();
    const opening = await player.call<Step & { session_id: string }>('session.create', {
      experience_id: BLACKJACK,
      initial_action: { type: 'options', options: { rounds: 3, stack: 500, bet: 50 } },
    });
    let response = opening.experience_response;
    expect(response).toMatchObject({ your_turn: true, view: { phase: 'bet', seats: [{ stack: 500 }] } });
    while (response.status === 'active') {
      expectHidden(response);
      expect(response.your_turn).toBe(true);
      const move = response.legal_moves.includes('stand') ? 'stand' : response.legal_moves[0];
      response = await stepped(player, opening.session_id, move);
    }
    const stack = response.view.seats[0]?.stack ?? 0;
    const expected = stack > 500 ? 'win' : stack < 500 ? 'loss' : 'draw';
    expect(response).toMatchObject({
      status: 'completed',
      outcome: { your_result: expected, results: [{ seat: 0, result: expected, score: stack }] },
    });
    const events = await readEvents({ stream: `match:${opening.session_id}`, audiences: ['public'] });
    expect(events.filter(({ type }) => type === 'round_settled')).toHaveLength(3);
    expect(events.find(({ type }) => type === 'match_started')?.data.players).toHaveLength(1);
  });

  it('is not among the live matches after the clock has made a move, until the player makes one', async () => {
    const player = await playerFixture();
    const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id: BLACKJACK });
    const isLive = async () => (await listLiveMatches({ limit: 100 })).some(({ match_id }) => match_id === session_id);
    const { legal_moves } = await state(player, session_id);
    await stepped(player, session_id, legal_moves[0]);
    expect(await isLive()).toBe(true);
    advanceClock(24 * 60 * 60_000);
    await fireDueMatches();
    expect((await readInputs(session_id)).at(-1)?.seat).toBeNull();
    expect(await isLive()).toBe(false);
    const response = await state(player, session_id);
    await stepped(player, session_id, response.legal_moves[0]);
    expect(await isLive()).toBe(true);
  });

  it('is lost by the player who resigns', async () => {
    const player = await playerFixture();
    const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id: SLOTS });
    expect(await stepped(player, session_id, 'spin')).toMatchObject({ status: 'active', legal_moves: ['spin'] });
    expect(await stepped(player, session_id, { type: 'resign' })).toMatchObject({
      status: 'completed',
      outcome: { your_result: 'loss' },
    });
  });

  it('of slots spins to its end, and is for no lobby', async () => {
    const player = await playerFixture();
    const opening = await player.call<Step & { session_id: string }>('session.create', {
      experience_id: SLOTS,
      initial_action: { type: 'options', options: { spins: 4, stack: 100, bet: 10 } },
    });
    let response = opening.experience_response;
    for (let spins = 0; spins < 4; spins++) response = await stepped(player, opening.session_id, 'spin');
    expect(response).toMatchObject({ status: 'completed', outcome: { results: [{ score: response.view.stack }] } });
    expect((await player.callError('lobby.create', { experience_id: SLOTS })).message).toMatch(/session.create/);
  });
});

describe('a table of blackjack', () => {
  it('starts as a lobby, takes all bets together, is played in turn and rated by rank', async () => {
    const players = [await playerFixture(), await playerFixture(), await playerFixture()];
    const [host] = players as [Player];
    const { game_session_id } = await host.call<{ game_session_id: string }>('lobby.create', {
      experience_id: BLACKJACK,
      max_players: 3,
      config: { rounds: 2 },
    });
    for (const guest of players.slice(1)) await guest.call('lobby.join', { game_session_id });
    await host.call('match.start', { game_session_id });
    const { players: seated } = await host.call<{ players: { session_id: string }[] }>('match.state', {
      game_session_id,
    });
    const sessions = seated.map(({ session_id }) => session_id);
    let last: Response | null = null;
    for (let moves = 0; last?.status !== 'completed' && moves < 60; moves++) {
      for (const [seat, player] of players.entries()) {
        // A seat with a natural does not act, so a seat before it may make the last move.
        if (last?.status === 'completed') break;
        const response = await state(player, sessions[seat] ?? '');
        expectHidden(response);
        if (!response.your_turn) continue;
        const move = response.legal_moves.includes('stand') ? 'stand' : { bet: 30 + seat };
        last = await stepped(player, sessions[seat] ?? '', move);
      }
    }
    expect(last).toMatchObject({ status: 'completed' });
    const results = last?.outcome?.results ?? [];
    const stacks = last?.view.seats.map(({ stack }) => stack) ?? [];
    expect(results.map(({ rank }) => rank)).toEqual(
      stacks.map((stack) => 1 + stacks.filter((other) => other > stack).length),
    );
    const events = await readEvents({ stream: `match:${game_session_id}`, audiences: ['public'] });
    expect(events.map(({ type }) => type)).not.toContain('bet_noted');
    expect(events.at(-1)).toMatchObject({ type: 'ratings_changed' });
    expect(events.at(-1)?.data.players).toHaveLength(3);
  });

  it('continues when one of three resigns, who is released and comes last; the host ends it for all', async () => {
    const players = [await playerFixture(), await playerFixture(), await playerFixture()];
    const [host, quitter] = players as [Player, Player];
    const { game_session_id } = await host.call<{ game_session_id: string }>('lobby.create', {
      experience_id: BLACKJACK,
      max_players: 3,
    });
    for (const guest of players.slice(1)) await guest.call('lobby.join', { game_session_id });
    await host.call('match.start', { game_session_id });
    const { players: seated } = await host.call<{ players: { session_id: string }[] }>('match.state', {
      game_session_id,
    });
    const sessions = seated.map(({ session_id }) => session_id);
    const [first = '', second = '', third = ''] = sessions;
    await stepped(quitter, second, { bet: 10 });
    expect(await stepped(quitter, second, { type: 'resign' })).toMatchObject({ status: 'active', your_turn: false });
    const again = await quitter.callError('session.step', { session_id: second, action: { type: 'resign' } });
    expect(again.message).toMatch(/given up already/);
    await quitter.call('session.end', { session_id: second });
    expect(await quitter.call('session.create', { experience_id: SLOTS })).toMatchObject({ status: 'active' });

    await stepped(host, first, { bet: 10 });
    expect(await stepped(players[2] as Player, third, { bet: 10 })).toMatchObject({ status: 'active' });
    const ended = await host.call<{ outcomes: { results: object } }>('match.end', { game_session_id });
    expect(
      Object.values(ended.outcomes.results)
        .map(({ result }) => result)
        .sort(),
    ).toEqual(['loss', 'loss', 'win']);
    const events = await readEvents({ stream: `match:${game_session_id}`, audiences: ['public'] });
    expect(events.filter(({ type }) => type === 'resigned').map(({ data }) => data.seat)).toEqual([1, 0]);
    const inputs = await readInputs(game_session_id);
    const [end] = events.filter(({ type }) => type === 'match_ended');
    const { seed, outcome } = end?.data ?? expect.fail('the match has not ended');
    expect(resimulate({ gameId: 'blackjack', seed: String(seed), options: {}, seats: 3, inputs }).outcome).toEqual(
      outcome,
    );
  });

  it('has at most five seats', async () => {
    const player = await playerFixture();
    const lobbyOf = (max_players: number) => ({ experience_id: BLACKJACK, max_players });
    expect(await player.callError('lobby.create', lobbyOf(6))).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await player.call('lobby.create', lobbyOf(5))).toMatchObject({
      experience_response: { min_players: 2, max_players: 5 },
    });
  });
});
