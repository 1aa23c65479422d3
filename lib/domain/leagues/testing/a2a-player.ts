import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentCard, Message } from '@a2a-js/sdk';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from '@a2a-js/sdk/server';

type Json = Record<string, unknown>;

/** An agent of A2A on a separate port, on the official SDK. */
export interface A2aPlayer {
  cardUrl: string;
  received: Json[];
  /** How its card is answered; change it while the agent runs. */
  cardAnswers: { status: number; delayMs: number };
  close(): Promise<void>;
}

/** Starts an agent that answers each message of data with the data of `behave`. @param extension of its card, with its parameters */
export async function startA2aPlayer(
  behave: (params: Json) => Json,
  extension?: { uri: string; params: Json },
): Promise<A2aPlayer> {
  const received: Json[] = [];
  const cardAnswers = { status: 200, delayMs: 0 };
  let handler: JsonRpcTransportHandler | undefined;
  let card: AgentCard | undefined;
  const server = http.createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const send = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (request.url?.endsWith('/agent-card.json')) {
      await pause(cardAnswers.delayMs);
      return send(cardAnswers.status === 200 ? card : {}, cardAnswers.status);
    }
    const context = new ServerCallContext({ requestedVersion: String(request.headers['a2a-version'] ?? '') });
    return send(await handler?.handle(text, context));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  card = {
    name: 'Parity',
    description: 'Plays even and odd.',
    version: '1.0.0',
    supportedInterfaces: [{ url: `${origin}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' }],
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extendedAgentCard: false,
      extensions: extension ? [{ description: 'Plays in leagues.', required: false, ...extension }] : [],
    },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: [{ id: 'play', name: 'Play', description: 'Answers the messages of a referee.', tags: ['game'] }],
  } as unknown as AgentCard;
  const executor: AgentExecutor = {
    async execute({ userMessage, contextId }, bus) {
      const part = userMessage.parts[0] as { content?: { $case?: string; value?: Json } } | undefined;
      const data = part?.content?.value ?? {};
      received.push(data);
      const answer = {
        messageId: `answer-${received.length}`,
        role: 2,
        contextId,
        taskId: '',
        parts: [{ content: { $case: 'data', value: behave(data) }, mediaType: 'application/json', filename: '' }],
        extensions: [],
        referenceTaskIds: [],
      } as unknown as Message;
      bus.publish(AgentEvent.message(answer));
      bus.finished();
    },
    async cancelTask() {},
  };
  handler = new JsonRpcTransportHandler(new DefaultRequestHandler(card, new InMemoryTaskStore(), executor));
  return {
    cardUrl: `${origin}/.well-known/agent-card.json`,
    received,
    cardAnswers,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
