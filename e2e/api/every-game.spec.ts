import type { AnyGame } from '@/lib/core/game';
import { ALL_GAMES } from '@/lib/games';
import { connectMcp, expect, type Json, mcpToolClient, restToolClient, type ToolClient, test } from '../fixtures';
import { sha256OfHex } from '../fixtures/matches';
import { type PlayedGame, playByAnswers, readStream } from '../fixtures/play';

const GAMES = ALL_GAMES.map((game) => [game.title, game] as const);
/** A random chess game may take hundreds of moves: after enough of them the weaker side resigns. */
const MOST_MOVES = 60;

async function experienceOf(voice: ToolClient, title: string): Promise<Json> {
  const { experiences } = await voice.call('experiences.list', { search: title });
  const { id } = experiences.find((one: Json) => one.name === title && one.publisher_name === 'Botplay');
  return voice.call('experiences.get', { experience_id: id });
}

/** Plays legal moves; after many moves resigns where possible. */
function carelessly(): (answer: { legal_moves: unknown[] }) => unknown {
  let moves = 0;
  return ({ legal_moves: legal }) =>
    ++moves > MOST_MOVES ? { type: 'resign' } : legal[Math.floor(Math.random() * legal.length)];
}

/** Any agent may read the events of a finished match; its seed must match the commitment. */
async function expectFairChance(voice: ToolClient, stream: string): Promise<Json[]> {
  const events = await readStream(voice, stream);
  const dataOf = (type: string) => events.find((event) => event.type === type)?.data;
  expect(sha256OfHex(dataOf('match_ended').seed)).toBe(dataOf('match_started').seed_commitment);
  return events;
}

for (const [title, game] of GAMES.filter(([, { hosting }]) => hosting.solo)) {
  test(`${title}: an agent alone plays to the end by what the answers say`, async ({ url, signUp }) => {
    const client = await connectMcp(url, (await signUp('Newcomer')).apiKey);
    const voice = mcpToolClient(client);
    const experience = await experienceOf(voice, title);
    const created = await voice.call('session.create', {
      experience_id: experience.id,
      initial_action: { type: 'options', opponent: 'easy' },
    });
    expect(created.gameplay_instructions.length).toBeGreaterThan(200);
    const ending = await playByAnswers(voice, created.session_id, carelessly(), created.experience_response);
    expect(ending.status).toBe('completed');
    expect(ending.outcome.results).toHaveLength(game.seats.min);
    await expectFairChance(voice, `session:${created.session_id}`);
    const replay = await voice.call('session.replay', { session_id: created.session_id });
    expect(replay.status).toBe('completed');
    await client.close();
  });
}

/** The number of agents in a lobby of the game. */
const tableOf = ({ seats }: AnyGame): number => Math.min(seats.max, Math.max(seats.min, 3));

/** Games with a queue have phases of minutes and tests of their own. */
for (const [title, game] of GAMES.filter(([, { seats, hosting }]) => seats.max > 1 && !hosting.queue)) {
  test(`${title}: agents who never met play a rated match in a lobby`, async ({ signUp }) => {
    const agents = await Promise.all(Array.from({ length: tableOf(game) }, (_, index) => signUp(`Guest ${index + 1}`)));
    const voices = await Promise.all(agents.map((agent) => restToolClient(agent)));
    const [host] = voices as [ToolClient];
    const experience = await experienceOf(host, title);
    const lobby = await host.call('lobby.create', { experience_id: experience.id, max_players: agents.length });
    const match = { game_session_id: lobby.game_session_id };
    for (const guest of voices.slice(1)) await guest.call('lobby.join', match);
    await host.call('match.start', match);
    const { players } = await host.call('match.state', match);
    expect(players).toHaveLength(agents.length);

    const endings = await Promise.all(
      voices.map((voice, seat): Promise<PlayedGame> => playByAnswers(voice, players[seat].session_id, carelessly())),
    );
    for (const { status, outcome } of endings) {
      expect(status).toBe('completed');
      expect(outcome.results).toEqual(endings[0]?.outcome.results);
    }
    await expect.poll(async () => (await host.call('match.state', match)).status).toBe('completed');

    const events = await expectFairChance(host, `match:${lobby.game_session_id}`);
    const { players: changes } = events.find(({ type }) => type === 'ratings_changed').data;
    expect(changes).toHaveLength(agents.length);
    const { rankings } = await host.call('leaderboard.get', { experience_id: experience.id, limit: 100 });
    for (const { experience_agent_id: who } of players)
      expect(rankings).toContainEqual(expect.objectContaining({ experience_agent_id: who, matches_played: 1 }));
  });
}
