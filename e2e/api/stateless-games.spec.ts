import { type Agent, connectMcp, expect, type Json, test } from '../fixtures';

type Client = Awaited<ReturnType<typeof connectMcp>>;

/** The tools of a game, as tools/list describes them. */
interface Tools {
  begin: string;
  apply: string;
  legal: string | null;
  choose: string | null;
  /** `fen` or `state`. */
  position: string;
  /** The input field of a move; null when there is no choice. */
  move: string | null;
}

const MOST_PLIES = 3_000;
/** A fault is injected every so many moves, the first one early. */
const BLUNDERS = 29;
const REPETITIONS = 11;
/** Statuses of a game that is not over. */
const GOING_ON = ['in_progress', 'check'];

async function findTools(client: Client, begin: string): Promise<Tools> {
  const { tools } = await client.listTools();
  const at = tools.findIndex(({ name }) => name === begin);
  const following = tools.slice(at + 1);
  const end = following.findIndex(({ name }) => name.startsWith('new_') || name.startsWith('roll_'));
  const own = following.slice(0, end === -1 ? undefined : end);
  const apply = own[0];
  const fields = Object.keys(apply?.inputSchema.properties ?? {}).filter((field) => field !== 'gameId');
  return {
    begin,
    apply: apply?.name ?? '',
    legal: own.find(({ name }) => name.startsWith('legal_'))?.name ?? null,
    choose: own.find(({ name }) => name.startsWith('choose_'))?.name ?? null,
    position: fields[0] ?? '',
    move: fields[1] ?? null,
  };
}

async function call(client: Client, name: string, input: object): Promise<Json> {
  const answer = await client.callTool({ name, arguments: { ...input } });
  expect(answer.isError, `${name} ${JSON.stringify(input)}`).not.toBe(true);
  expect(JSON.parse((answer.content as { text: string }[])[0]?.text ?? '')).toEqual(answer.structuredContent);
  return answer.structuredContent;
}

/** The legal moves in an answer: moves, movesUci or actions; only captures when a capture is forced. */
function listIn(answer: Json): unknown[] {
  return answer.mustCapture ? answer.forcedCaptures : (Object.values(answer).find(Array.isArray) as unknown[]);
}

/** Deterministic choices, so that a failure is reproducible. */
function chooser(seed: number): <T>(list: readonly T[]) => T {
  let word = seed;
  return (list) => {
    word = (Math.imul(word, 1_103_515_245) + 12_345) >>> 0;
    return list[(word >>> 8) % list.length] as (typeof list)[number];
  };
}

/** Faults in calls on a kept game; none may change its state. */
async function blunder(client: Client, tools: Tools, game: Json, move: unknown): Promise<void> {
  const { apply, position, move: field } = tools;
  if (field === null) return;
  const text = game[position] as string;
  const right = { gameId: game.gameId, [position]: text, [field]: move };
  const stands = { gameId: game.gameId, legal: false, [position]: text };

  for (const nonsense of ['no move', 99, null, { x: 1 }]) {
    expect(await call(client, apply, { ...right, [field]: nonsense })).toMatchObject(stands);
  }
  for (const damaged of [text.slice(0, -1), `${text.slice(0, 9)}${text.slice(10)}`, `${text}|`, `"${text}"`]) {
    const answer = await call(client, apply, { ...right, [position]: damaged });
    expect(answer, damaged).toMatchObject({ ...stands, error: expect.stringContaining('State does not match game') });
  }
  const elsewhere = await call(client, apply, { ...right, gameId: `${game.gameId}0` });
  expect(elsewhere).toMatchObject({ legal: true, gameId: `${game.gameId}0` });
  const fault = { code: -32602, data: { issues: [{ path: [position] }] } };
  await expect(client.callTool({ name: apply, arguments: { ...right, [position]: 'nonsense' } })).rejects.toMatchObject(
    fault,
  );
}

/** Plays a game by the tools' answers with injected faults; returns the last snapshot, the last move and the number of moves. */
async function playToTheEnd(
  client: Client,
  tools: Tools,
  begun: Json,
  seed: number,
): Promise<{ last: Json; played: unknown; plies: number }> {
  const pick = chooser(seed);
  let game = begun;
  let played: unknown = null;
  let plies = 0;
  while (GOING_ON.includes(game.status) && plies < MOST_PLIES) {
    const at = { [tools.position]: game[tools.position] };
    // Every second move uses the opponent's tool; both must agree on whose turn it is.
    const asked =
      (plies % 2 === 1 && (await listOf(client, tools.choose, at))) || (await listOf(client, tools.legal, at));
    const move = asked && pick(asked);
    if (plies % BLUNDERS === 2) await blunder(client, tools, game, move);
    const input = {
      ...at,
      ...(game.gameId ? { gameId: game.gameId } : {}),
      ...(tools.move ? { [tools.move]: move } : {}),
    };
    const next = await call(client, tools.apply, input);
    expect(next, JSON.stringify(input)).toMatchObject({ legal: true });
    if (game.gameId && plies % REPETITIONS === 0) {
      expect(await call(client, tools.apply, input)).toMatchObject({
        legal: false,
        [tools.position]: next[tools.position],
      });
    }
    game = next;
    played = move;
    plies++;
  }
  return { last: game, played, plies };
}

async function listOf(client: Client, tool: string | null, at: object): Promise<unknown[] | null> {
  if (tool === null) return null;
  const list = listIn(await call(client, tool, at));
  return list.length > 0 ? list : null;
}

async function overRest(agent: Agent, name: string, input: object): Promise<Json> {
  return agent.call('POST', `/tools/${name}`, input);
}

/** How a game starts, its tools, and choices that end it soon: random chess may take 400 moves. */
const GAMES: [string, object, number[]][] = [
  ['new_chess_game', { side: 'white' }, [276, 744]],
  ['new_checkers_game', {}, [1012]],
  ['new_blackjack_game', { stack: 200, bet: 20 }, [1, 2, 3]],
  ['new_sea_battle_game', {}, [1]],
  ['new_slot_game', { stack: 50, bet: 50 }, [1, 2]],
  ['new_four_in_a_row_game', {}, [1, 2]],
  ['new_tic_tac_toe_game', { side: 'O' }, [1, 2]],
  ['new_mancala_game', {}, [1]],
];

/** A game that is not over: a blackjack deal may end immediately. */
async function beginOne(client: Client, begin: string, asked: object): Promise<Json> {
  for (;;) {
    const begun = await call(client, begin, asked);
    if (GOING_ON.includes(begun.status)) return begun;
  }
}

for (const [begin, asked, seeds] of GAMES) {
  test(`the official client plays ${begin} to its end, and no blunder changes the game`, async ({ url, signUp }) => {
    test.setTimeout(300_000);
    const agent = await signUp('Solitaire');
    const client = await connectMcp(url, agent.apiKey, '/mcp/games');
    const tools = await findTools(client, begin);
    for (const seed of seeds) {
      const begun = await beginOne(client, begin, asked);
      const { last, played, plies } = await playToTheEnd(client, tools, begun, seed);
      expect(GOING_ON).not.toContain(last.status);
      expect(plies).toBeLessThan(MOST_PLIES);
      expect(last.gameId).toBe(begun.gameId);
      const at = { [tools.position]: last[tools.position] };
      for (const question of [tools.legal, tools.choose].filter((name) => name !== null)) {
        const answer = await call(client, question, at);
        expect(listIn(answer)).toEqual([]);
        expect(await overRest(agent, question, at)).toEqual(answer);
      }
      const over = {
        ...at,
        ...(last.gameId ? { gameId: last.gameId } : {}),
        ...(tools.move ? { [tools.move]: played } : {}),
      };
      const refused = await call(client, tools.apply, over);
      expect(refused).toMatchObject({ legal: false, ...at, error: expect.stringContaining('over') });
      expect(await overRest(agent, tools.apply, over)).toEqual(refused);
    }
    await client.close();
  });
}

test('lists the tools of eight games and dice, and a roll sums up correctly', async ({ url, signUp }) => {
  const client = await connectMcp(url, (await signUp('Gambler')).apiKey, '/mcp/games');
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(31);
  expect(
    tools
      .filter(({ name }) => name.startsWith('new_'))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(GAMES.map(([name]) => name).sort());
  const roll = await call(client, 'roll_rpg_dice', { sides: 6, count: 100 });
  expect(roll.rolls).toHaveLength(100);
  expect(roll.rolls.filter((one: number) => !Number.isInteger(one) || one < 1 || one > 6)).toEqual([]);
  expect(roll.total).toBe(roll.rolls.reduce((sum: number, one: number) => sum + one, 0));
  await client.close();
});
