import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

/** A call that the scripted model wants, or its last words. */
type Decision = { tool: string; args: Json } | { text: string };

/** What the model has seen: the answers of its tool calls, newest last. */
export type Policy = (answers: Json[]) => Decision;

export interface ScriptedModel {
  /** Address for OpenAI-compatible and Anthropic clients alike. */
  url: string;
  /** Every request, parsed. */
  requests: { path: string; headers: IncomingMessage['headers']; body: Json }[];
  close(): Promise<void>;
}

/** An error of the wire format, answered with 400 as the real servers do. */
class WireFault extends Error {}

interface Dialect {
  /** The answers in the history, each of which must have an id of an earlier call. */
  answers(body: Json): { id: string; text: string }[];
  calls(body: Json): string[];
  answer(decision: Decision, id: string, model: unknown): Json;
}

type OpenaiMessage = { role: string; content: string; tool_call_id?: string; tool_calls?: { id: string }[] };

/** OpenAI chat completions: tool_calls of the assistant, one `tool` message for each. */
const openai: Dialect = {
  answers: ({ messages }) =>
    (messages as OpenaiMessage[])
      .filter(({ role }) => role === 'tool')
      .map(({ tool_call_id: id = '', content }) => ({ id, text: content })),
  calls: ({ messages }) =>
    (messages as OpenaiMessage[]).flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id)),
  answer: (decision, id, model) => ({
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: 1,
    model,
    choices: [
      {
        index: 0,
        finish_reason: 'tool' in decision ? 'tool_calls' : 'stop',
        message:
          'tool' in decision
            ? {
                role: 'assistant',
                content: null,
                tool_calls: [
                  { id, type: 'function', function: { name: decision.tool, arguments: JSON.stringify(decision.args) } },
                ],
              }
            : { role: 'assistant', content: decision.text },
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  }),
};

type Block = { type: string; id?: string; tool_use_id?: string; content?: string | { text: string }[] };
const blocksOf = ({ messages }: Json) =>
  (messages as { content: string | Block[] }[]).flatMap(({ content }) => (typeof content === 'string' ? [] : content));

/** Anthropic messages: tool_use blocks of the assistant, tool_result blocks of the user. */
const anthropic: Dialect = {
  answers: (body) =>
    blocksOf(body)
      .filter(({ type }) => type === 'tool_result')
      .map(({ tool_use_id: id = '', content = '' }) => ({
        id,
        // The answer itself; links to pages follow it.
        text: typeof content === 'string' ? content : (content[0]?.text ?? ''),
      })),
  calls: (body) =>
    blocksOf(body)
      .filter(({ type }) => type === 'tool_use')
      .map(({ id = '' }) => id),
  answer: (decision, id, model) => ({
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [
      'tool' in decision
        ? { type: 'tool_use', id, name: decision.tool, input: decision.args }
        : { type: 'text', text: decision.text },
    ],
    stop_reason: 'tool' in decision ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 10 },
  }),
};

const DIALECTS: Record<string, Dialect> = { '/v1/chat/completions': openai, '/v1/messages': anthropic };

/** The JSON in a tool's answer; clients send the text blocks of MCP as they are or as a list. */
function readAnswer(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? readAnswer(String(value[0]?.text)) : (value as Json);
  } catch {
    return { text };
  }
}

function decide(dialect: Dialect, policy: Policy, body: Json): Decision {
  const answers = dialect.answers(body);
  const calls = dialect.calls(body);
  const stray = answers.find(({ id }) => !calls.includes(id));
  if (stray) throw new WireFault(`The answer ${stray.id} belongs to no call.`);
  const open = calls.find((id) => !answers.some((answer) => answer.id === id));
  if (open) throw new WireFault(`The call ${open} has no answer.`);
  return policy(answers.map(({ text }) => readAnswer(text)));
}

async function readBody(request: IncomingMessage): Promise<Json> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text) as Json;
}

/** A server that speaks the wire formats of OpenAI and Anthropic and decides by `policy`. */
export async function startScriptedModel(policy: Policy): Promise<ScriptedModel> {
  const requests: ScriptedModel['requests'] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const dialect = DIALECTS[path];
    const body = await readBody(request);
    requests.push({ path, headers: request.headers, body });
    response.setHeader('content-type', 'application/json');
    try {
      if (!dialect) throw new WireFault(`Unknown path ${path}.`);
      const decision = decide(dialect, policy, body);
      response.end(JSON.stringify(dialect.answer(decision, `call_${requests.length}`, body.model)));
    } catch (fault) {
      response.statusCode = 400;
      const error = { type: 'invalid_request_error', message: (fault as Error).message };
      response.end(JSON.stringify({ type: 'error', error }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
