import { afterAll, describe, expect, it } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import { getLeague, readTranscript, recomputeStandings, startLeague } from '.';
import { openLeague, playOut, register } from './testing/play-league';
import { moveResponse, type PushPlayer, startPushPlayer } from './testing/push-player';

// Games with turns, in every format, by the messages of league.v1.

useCatalog();

type Json = Record<string, unknown>;
/** Chooses a move from the game_state of a MOVE_REQUEST. */
type Strategy = (state: { your_role: string; legal_moves: unknown[]; view: Json }) => unknown;

const opened: PushPlayer[] = [];
afterAll(() => Promise.all(opened.map((player) => player.close())));

/** Registers push players with a strategy, and starts the league. */
async function start(
  input: Json,
  strategies: readonly Strategy[],
): Promise<{ leagueId: string; players: PushPlayer[] }> {
  const creator = await playerFixture();
  const leagueId = await openLeague(creator, { time_limit_seconds: 20, ...input });
  const players: PushPlayer[] = [];
  for (const choose of strategies) {
    let id = '';
    const player = await startPushPlayer((message) =>
      message.message_type === 'MOVE_REQUEST'
        ? moveResponse(message, id, choose(message.game_state as Parameters<Strategy>[0]))
        : undefined,
    );
    opened.push(player);
    players.push(player);
    const answer = await register(leagueId, player.endpoint);
    expect(answer.status).toBe('ACCEPTED');
    id = answer.playerId ?? '';
  }
  await startLeague({ agent: creator.caller, leagueId });
  return { leagueId, players };
}

const first: Strategy = ({ legal_moves }) => legal_moves[0];

/** Plays a list of moves for each role, in order; a new game begins the list again. */
function script(
  moves: Record<string, readonly unknown[]>,
  isNewGame: (state: Parameters<Strategy>[0]) => boolean,
): Strategy {
  let at = 0;
  return (state) => {
    if (isNewGame(state)) at = 0;
    return moves[state.your_role]?.[at++];
  };
}

/** The fool's mate: black wins with its second move. */
const FOOLS_MATE = { white: ['f2f3', 'g2g4'], black: ['e7e5', 'd8h4'] };
/** Nobody gets three in a row. */
const DRAWN = { X: ['B2', 'C1', 'A2', 'B3', 'C3'], O: ['A1', 'A3', 'C2', 'B1'] };
const freeCells = ({ legal_moves }: Parameters<Strategy>[0]) => legal_moves.length;

describe('a league of a game with turns', () => {
  it('plays chess by the moves that a MOVE_REQUEST offers, and both players have both colours', async () => {
    const mate = () => script(FOOLS_MATE, ({ legal_moves }) => legal_moves.length === 20);
    const { leagueId, players } = await start({ game_type: 'chess', format: 'double_round_robin' }, [mate(), mate()]);
    const { schedule, standings } = await playOut(leagueId);
    expect(schedule).toMatchObject([
      { players: [{ player_id: 'P01', role: 'white' }, { player_id: 'P02' }], winner: 'P02', reason: 'checkmate' },
      { players: [{ player_id: 'P02', role: 'white' }, { player_id: 'P01' }], winner: 'P01', reason: 'checkmate' },
    ]);
    expect(standings).toMatchObject([
      { points: 3, score_difference: 0 },
      { points: 3, score_difference: 0 },
    ]);
    const [request] = players[0]?.received.filter(({ message_type }) => message_type === 'MOVE_REQUEST') ?? [];
    expect(request).toMatchObject({
      game_round: 1,
      game_state: { your_role: 'white', legal_moves: expect.arrayContaining(['e2e4']), view: expect.any(Object) },
      time_limit_seconds: 20,
    });
    const end = players[0]?.received.findLast(({ message_type }) => message_type === 'GAME_END');
    expect(end).toMatchObject({ final_scores: { P01: 1, P02: 0 }, winner: 'P01', match_points: { P01: 3, P02: 0 } });
    const { transcript } = await readTranscript({ leagueId, matchId: 'R1M1' });
    const moves = (transcript.exchanges as Json[]).filter(({ message_type }) => message_type === 'MOVE_REQUEST');
    expect(moves).toHaveLength(4);
    expect(await recomputeStandings({ leagueId })).toMatchObject({ transcripts: 2, faults: [] });
  });

  it('plays checkers to the end of the game', async () => {
    const { leagueId } = await start({ game_type: 'checkers' }, [first, first]);
    const { schedule } = await playOut(leagueId);
    expect(schedule).toMatchObject([{ status: 'completed', technical_loss: null }]);
    expect(await recomputeStandings({ leagueId })).toMatchObject({ transcripts: 1, faults: [] });
  });

  it('takes a move that is not legal as a wrong answer and asks again', async () => {
    let tries = 0;
    const corrects: Strategy = ({ legal_moves }) => (tries++ === 0 ? 'Z9' : legal_moves[0]);
    const { leagueId } = await start({ game_type: 'tic_tac_toe' }, [corrects, first]);
    const { schedule } = await playOut(leagueId);
    expect(schedule).toMatchObject([{ status: 'completed', technical_loss: null, reason: 'line' }]);
    expect(tries).toBeGreaterThan(3);
  });
});

describe('a knockout', () => {
  it('plays a drawn meeting again with exchanged roles, and lets the better seed go on after a second draw', async () => {
    const draws = () => script(DRAWN, (state) => freeCells(state) >= 8);
    const { leagueId } = await start({ game_type: 'tic_tac_toe', format: 'knockout' }, [draws(), draws(), draws()]);
    const { schedule, standings, round_count } = await playOut(leagueId);
    const meetings = schedule.map(({ match_id, players, winner }) => [
      match_id,
      players.map(({ player_id }) => player_id).join(),
      winner,
    ]);
    expect(meetings).toEqual([
      ['R1M1', 'P02,P03', null],
      ['R1B1', 'P01', null],
      ['R2M1', 'P03,P02', null],
      ['R3M1', 'P02,P01', null],
      ['R4M1', 'P01,P02', null],
    ]);
    expect(round_count).toBe(4);
    expect(standings.map(({ player_id, ahead_by }) => [player_id, ahead_by])).toEqual([
      ['P01', 'stage'],
      ['P02', 'stage'],
      ['P03', null],
    ]);
    expect(await recomputeStandings({ leagueId })).toMatchObject({ transcripts: 4, faults: [] });
  });

  it('is won by default against players that are gone', async () => {
    const { leagueId, players } = await start({ game_type: 'tic_tac_toe', format: 'knockout' }, [first, first]);
    await players[0]?.close();
    const { schedule, standings } = await playOut(leagueId);
    expect(schedule).toMatchObject([{ winner: 'P02', reason: 'unreachable', technical_loss: { player_id: 'P01' } }]);
    expect(standings[0]).toMatchObject({ player_id: 'P02' });
  });
});

describe('a Swiss league', () => {
  it('pairs each round from the results before it, with one bye each round and no second meeting', async () => {
    const strategies = Array.from({ length: 5 }, () => first);
    const { leagueId } = await start({ game_type: 'tic_tac_toe', format: 'swiss', rounds: 3 }, strategies);
    await playOut(leagueId);
    const { schedule, standings } = await getLeague({ leagueId });
    const played = schedule.filter(({ status }) => status === 'completed');
    expect(played).toHaveLength(6);
    expect(
      new Set(
        played.map(({ players }) =>
          players
            .map(({ player_id }) => player_id)
            .sort()
            .join(),
        ),
      ).size,
    ).toBe(6);
    const byes = schedule.filter(({ status }) => status === 'bye').map(({ players }) => players[0]?.player_id);
    expect(new Set(byes).size).toBe(3);
    for (const { player_id } of standings) {
      const roles = played.flatMap(({ players }) => players.filter((one) => one.player_id === player_id));
      const asX = roles.filter(({ role }) => role === 'X').length;
      expect(Math.abs(asX - (roles.length - asX))).toBeLessThanOrEqual(2);
    }
    expect(await recomputeStandings({ leagueId })).toMatchObject({ transcripts: 6, faults: [] });
  });
});
