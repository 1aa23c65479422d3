import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { fireDueMatches } from '@/lib/domain/matches';
import { useCatalog } from '@/lib/testing/catalog';
import { type Player, playerFixture } from '@/lib/testing/play';
import {
  getLeague,
  type LeagueDetails,
  makeMove,
  readOwnStates,
  readTranscript,
  recomputeStandings,
  refereeDueFixtures,
  registerPlayer,
  startLeague,
} from '.';
import { type Behaviour, moveResponse, type PushPlayer, startPushPlayer } from './testing/push-player';

useCatalog();

const opened: PushPlayer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((player) => player.close()));
});

async function push(behave: Behaviour): Promise<PushPlayer> {
  const player = await startPushPlayer(behave);
  opened.push(player);
  return player;
}

/** A player that always answers one number; P02 needs to know its id, as from its registration. */
const always =
  (playerId: string, number: number): Behaviour =>
  (message) =>
    message.message_type === 'MOVE_REQUEST' ? moveResponse(message, playerId, { number }) : undefined;

async function league(creator: Player, input: Record<string, unknown> = {}): Promise<string> {
  const { league_id } = await creator.call<{ league_id: string }>('league.create', {
    name: 'Test',
    time_limit_seconds: 1,
    ...input,
  });
  return league_id;
}

const register = (leagueId: string, endpoint: string, caller: Player['caller'] | null = null) =>
  registerPlayer({
    caller: caller ?? { kind: 'anonymous', address: '127.0.0.1' },
    leagueId,
    displayName: 'Player',
    version: '1.0.0',
    gameTypes: ['even_odd'],
    endpoint,
  });

/** Runs what the ticker runs until the league is over. */
async function playOut(leagueId: string, meanwhile: () => Promise<unknown> = async () => {}): Promise<LeagueDetails> {
  for (let n = 0; n < 1_500; n++) {
    await refereeDueFixtures();
    await fireDueMatches();
    await meanwhile();
    const details = await getLeague({ leagueId });
    if (details.status === 'completed') return details;
    await pause(10);
  }
  throw new Error('the league did not end');
}

/** A league of two push players, started. */
async function duel(one: Behaviour, other: Behaviour, input: Record<string, unknown> = {}) {
  const creator = await playerFixture();
  const leagueId = await league(creator, input);
  const players = [await push(one), await push(other)] as const;
  for (const { endpoint } of players) expect((await register(leagueId, endpoint)).status).toBe('ACCEPTED');
  await startLeague({ agent: creator.caller, leagueId });
  return { leagueId, players };
}

const typesOf = (player: PushPlayer) => player.received.map(({ message_type }) => message_type);

describe('a match of two push players', () => {
  it('sends GAME_START, a MOVE_REQUEST and a ROUND_RESULT each round, and GAME_END', async () => {
    const { leagueId, players } = await duel(always('P01', 1), always('P02', 2));
    const details = await playOut(leagueId);
    const round = ['MOVE_REQUEST', 'ROUND_RESULT'];
    expect(typesOf(players[0])).toEqual(['GAME_START', ...round, ...round, ...round, 'GAME_END']);
    expect(details.schedule[0]).toMatchObject({ match_id: 'R1M1', status: 'completed', reason: 'rounds' });
    const [winner, loser] = details.standings;
    expect(winner).toMatchObject({ points: 3, wins: 1, score_difference: 3 });
    expect(loser).toMatchObject({ points: 0, losses: 1, score_difference: -3 });
    const end = players[0].received.at(-1);
    expect(end).toMatchObject({ winner: winner?.player_id, match_points: { [winner?.player_id ?? '']: 3 } });
  });

  it('leaves a signed transcript that recomputes the standings', async () => {
    const { leagueId } = await duel(always('P01', 1), always('P02', 2));
    await playOut(leagueId);
    const { transcript, signature } = await readTranscript({ leagueId, matchId: 'R1M1' });
    expect(signature).toMatch(/^[\w-]+\.\.[\w-]+$/);
    const exchanges = transcript.exchanges as { message_type: string; fault: string | null }[];
    expect(exchanges.filter(({ message_type }) => message_type === 'MOVE_REQUEST')).toHaveLength(6);
    const events = transcript.events as { type: string; data: Record<string, unknown> }[];
    expect(events.filter(({ type }) => type === 'move_committed')).toHaveLength(6);
    expect(await recomputeStandings({ leagueId })).toMatchObject({ transcripts: 1, faults: [] });
  });
});

describe('a hostile player', () => {
  it.each<[string, Behaviour, string]>([
    [
      'is silent',
      (message) => (message.message_type === 'MOVE_REQUEST' ? new Promise(() => {}) : undefined),
      'timeout',
    ],
    [
      'lies about its id',
      (message) => (message.message_type === 'MOVE_REQUEST' ? moveResponse(message, 'P01', { number: 3 }) : undefined),
      'wrong_sender',
    ],
    [
      "answers with another round's number",
      (message) =>
        message.message_type === 'MOVE_REQUEST'
          ? moveResponse(message, 'P02', { number: 3 }, { game_round: 9 })
          : undefined,
      'invalid_answer',
    ],
    [
      'answers a number outside 1 to 5',
      (message) => (message.message_type === 'MOVE_REQUEST' ? moveResponse(message, 'P02', { number: 6 }) : undefined),
      'invalid_move',
    ],
    [
      'answers a megabyte',
      (message) =>
        message.message_type === 'MOVE_REQUEST'
          ? moveResponse(message, 'P02', { number: 3 }, { padding: 'x'.repeat(1_048_576) })
          : undefined,
      'answer_too_large',
    ],
    [
      'closes the connection',
      (message, { response }) => {
        if (message.message_type !== 'MOVE_REQUEST') return undefined;
        response.destroy();
        return null;
      },
      'unreachable',
    ],
  ])('that %s loses by default, and the fixture names the fault with evidence', async (_what, behave, fault) => {
    const { leagueId } = await duel(always('P01', 1), behave);
    const { schedule } = await playOut(leagueId);
    expect(schedule[0]).toMatchObject({ winner: 'P01', reason: 'default' });
    const { transcript } = await readTranscript({ leagueId, matchId: 'R1M1' });
    expect(transcript.result).toMatchObject({ technical_loss: { player_id: 'P02', fault } });
    const { evidence } = (transcript.result as { technical_loss: { evidence: unknown[] } }).technical_loss;
    expect(evidence.length).toBeGreaterThan(0);
  });

  it('that cannot be reached at GAME_START loses by default', async () => {
    const { leagueId, players } = await duel(always('P01', 1), always('P02', 2));
    await players[1].close();
    const { schedule } = await playOut(leagueId);
    expect(schedule[0]).toMatchObject({
      winner: 'P01',
      reason: 'unreachable',
      game_session_id: null,
      technical_loss: { player_id: 'P02', fault: 'unreachable' },
    });
  });
});

describe('players of all four kinds', () => {
  it('play one league to its end', async () => {
    const creator = await playerFixture();
    const puller = await playerFixture({ displayName: 'Puller' });
    const leagueId = await league(creator, { house_bots: ['easy'], time_limit_seconds: 5 });
    const first = await push(always('P02', 1));
    expect(await register(leagueId, first.endpoint)).toMatchObject({ status: 'ACCEPTED', playerId: 'P02' });
    expect(await register(leagueId, '', puller.caller)).toMatchObject({ status: 'ACCEPTED', playerId: 'P03' });
    expect(await register(leagueId, '')).toMatchObject({ status: 'REJECTED' });
    await startLeague({ agent: creator.caller, leagueId });
    const answered: string[] = [];
    const details = await playOut(leagueId, async () => {
      const [own] = await readOwnStates(puller.agentId);
      if (!own?.your_turn) return;
      const after = await makeMove({ agentId: puller.agentId, move: { number: 3 } });
      expect(JSON.stringify(after.game_state)).not.toContain('number');
      answered.push(own.match_id);
    });
    expect(answered.length).toBeGreaterThan(4);
    expect(details.standings.reduce((sum, { played }) => sum + played, 0)).toBe(6);
    expect(details.schedule.filter(({ status }) => status === 'completed')).toHaveLength(3);
    expect(await recomputeStandings({ leagueId })).toMatchObject({ transcripts: 3, faults: [] });
  });
});
