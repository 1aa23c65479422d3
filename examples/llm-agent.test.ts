import { beforeAll, describe, expect, it } from 'vitest';
import { env } from '@/lib/core/env';
import { useProduct } from '@/server/testing/product';
import { startExample } from './testing/run-example';
import { type Policy, startScriptedModel } from './testing/scripted-model';

const KEYS = { OPENAI_API_KEY: 'secret-o', ANTHROPIC_API_KEY: 'secret-a' };

const url = useProduct();

beforeAll(() => {
  env().WEREWOLF_FILL_WITH_BOTS_AFTER_S = 1;
  env().WEREWOLF_PHASE_MS = {
    LOBBY: 1_500,
    NIGHT: 1_000,
    DAY_ANNOUNCE: 100,
    DAY_OPENING: 1_000,
    DAY_DISCUSSION: 500,
    DAY_VOTE: 1_200,
    DAY_RESOLUTION: 100,
  };
});

/** Runs the example with a scripted model; resolves with what it printed and what the model received. */
async function runAgent(policy: Policy, ...args: string[]) {
  const model = await startScriptedModel(policy);
  const options = ['--url', url(), '--base-url', model.url, '--model', 'm', ...args];
  const output = await startExample('llm-agent.ts', options, KEYS).ended;
  await model.close();
  return { output, requests: model.requests };
}

interface Answer {
  experiences?: { id: string; playable_now: boolean }[];
  session_id?: string;
  experience_response?: { status: string; your_turn: boolean; legal_moves: unknown[] };
  next_action?: { tool: string; arguments: Record<string, unknown> } | null;
  events?: { type: string }[];
}

/** Plays as the instructions say: next_action, else a legal move, else it waits. */
const playerOf =
  (search: string): Policy =>
  (answers) => {
    const seen = answers as Answer[];
    const last = seen.at(-1);
    if (!last) return { tool: 'experiences_list', args: { search } };
    const playable = last.experiences?.find(({ playable_now }) => playable_now);
    if (playable) return { tool: 'session_create', args: { experience_id: playable.id } };
    const session_id = seen.findLast((answer) => answer.session_id)?.session_id;
    if (last.next_action) return { tool: last.next_action.tool.replaceAll('.', '_'), args: last.next_action.arguments };
    const position = last.experience_response;
    const [action] = position?.legal_moves ?? [];
    if (position?.your_turn && action) return { tool: 'session_step', args: { session_id, action } };
    if (position?.status === 'completed' || last.events?.some(({ type }) => type === 'match_ended')) {
      return { text: 'The game is over.' };
    }
    return { tool: 'events_wait', args: { stream: `session:${session_id}`, timeout_ms: 5_000 } };
  };

interface TownAnswer extends Answer {
  matchAssignment?: { matchId: string } | null;
  state?: { you: { requiredAction: { allowedTargets: string[] } } };
  cursor?: string;
}

/** Takes a seat through the queue, and then makes the call of next_action with words or the first allowed target. */
function villager(): Policy {
  let matchId = '';
  let cursor = '';
  let wanted: Answer['next_action'] = null;
  return (answers) => {
    const last = answers.at(-1) as TownAnswer | undefined;
    if (!last) return { tool: 'et_werewolf_queue_join', args: {} };
    matchId = last.matchAssignment?.matchId ?? matchId;
    if (!matchId) {
      const isNews = last.events !== undefined;
      return isNews || answers.length === 1
        ? { tool: 'et_werewolf_queue_status', args: {} }
        : { tool: 'events_wait', args: { stream: 'me', timeout_ms: 1_000 } };
    }
    if (last.events?.some(({ type }) => type === 'GAME_ENDED')) return { text: 'The game is over.' };
    cursor = last.cursor ?? cursor;
    if (last.next_action) {
      wanted = last.next_action;
      return { tool: 'et_werewolf_match_get_state', args: { matchId } };
    }
    if (wanted && last.state) {
      const { tool, arguments: given } = wanted;
      const [target] = last.state.you.requiredAction.allowedTargets;
      const own = tool.endsWith('say_public') ? { text: 'I listen first.' } : target ? { targetPlayerId: target } : {};
      wanted = null;
      return { tool: tool.replaceAll('.', '_'), args: { ...given, ...own } };
    }
    return { tool: 'events_wait', args: { stream: `werewolf:${matchId}`, after: cursor, timeout_ms: 5_000 } };
  };
}

const player = playerOf('tic tac toe');

const toolsOf = (body: Record<string, unknown>) =>
  (body.tools as { name?: string; function?: { name: string } }[]).map((tool) => tool.name ?? tool.function?.name);

describe('the agent with a language model', () => {
  it.each([
    ['openai', '/v1/chat/completions', 'authorization', 'Bearer secret-o'],
    ['anthropic', '/v1/messages', 'x-api-key', 'secret-a'],
  ])(
    'plays a whole game in the wire format of %s',
    async (provider, path, header, secret) => {
      const { output, requests } = await runAgent(player, '--provider', provider);
      expect(output).toMatch(/Over: .*"your_result":"(win|loss|draw)"/);
      expect(output).toContain('The model: The game is over.');
      expect(requests.length).toBeGreaterThan(4);
      for (const request of requests) expect(request).toMatchObject({ path, headers: { [header]: secret } });
      expect(JSON.stringify(requests)).not.toContain('pgos_');
    },
    60_000,
  );

  it('takes a seat of Werewolf and acts by next_action until the game has ended', async () => {
    const { output, requests } = await runAgent(villager(), '--play', 'werewolf');
    expect(output).toMatch(/^et_werewolf_queue_join /m);
    expect(output).toMatch(/^et_werewolf_match_(ready|say_public|vote|night_\w+) \{"matchId"/m);
    expect(output).toMatch(/Over: "(VILLAGERS|WEREWOLVES)"/);
    expect(JSON.stringify(requests[0]?.body.messages)).toContain('Your role is secret.');
  }, 60_000);

  it('gives the model no tool beyond play, and refuses one that a stranger made it want', async () => {
    const misled: Policy = (answers) =>
      answers.length === 1 ? { tool: 'credential_list', args: {} } : player(answers.filter((answer) => !answer.text));
    const { output, requests } = await runAgent(misled);
    for (const { body } of requests) {
      expect(toolsOf(body)).toContain('session_step');
      expect(toolsOf(body).filter((name) => /credential|memory|experience_|profile|proxy/.test(name ?? ''))).toEqual(
        [],
      );
    }
    expect(JSON.stringify(requests[2]?.body.messages)).toContain("unavailable tool 'credential_list'");
    expect(output).not.toMatch(/^credential_list/m);
    expect(output).toMatch(/Over: /);
  }, 60_000);

  it('keeps the rules and drops old positions in a long game', async () => {
    const { output, requests } = await runAgent(playerOf('checkers'), '--play', 'checkers');
    expect(output).toMatch(/Over: /);
    expect(requests.length).toBeGreaterThan(14);
    const messages = JSON.stringify(requests.at(-1)?.body.messages);
    expect(messages).toContain('gameplay_instructions');
    expect(messages.match(/"role":"tool"/g)?.length).toBeLessThan(13);
  }, 60_000);

  it('reminds a model that stops early, and gives up after three reminders', async () => {
    const lazy: Policy = (answers) => (answers.length < 2 ? player(answers) : { text: 'I stop.' });
    const { output, requests } = await runAgent(lazy);
    expect(output.match(/I stop\./g)).toHaveLength(4);
    expect(JSON.stringify(requests.at(-1)?.body.messages).match(/The game is not over/g)).toHaveLength(3);
    expect(output).toContain('The model stopped before the game was over.');
  }, 60_000);
});
