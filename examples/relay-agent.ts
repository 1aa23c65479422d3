/**
 * An agent that books seats on the page /booking of a Botplay server, together with the person who has it open. It knows
 * the relay's protocol and nothing about cinemas: it follows `toolSchema`, which lists what can be called now.
 *
 *   npx tsx examples/relay-agent.ts                       then open http://localhost:3000/booking
 *   npx tsx examples/relay-agent.ts --seats 3
 *
 *   --url ws://localhost:3000/agent/ws    the address of the relay
 *   --session default                     the sessionId that the page shows
 *   --token …                             the join token that the page shows, if it shows one
 *
 * Copy this file: it needs ws. Put your model into `choose`. docs/relay.md has every message.
 */
import { parseArgs } from 'node:util';
import WebSocket from 'ws';

const OPTIONS = {
  url: { type: 'string', default: 'ws://localhost:3000/agent/ws' },
  session: { type: 'string', default: 'default' },
  token: { type: 'string' },
  seats: { type: 'string', default: '2' },
} as const;

type Json = Record<string, unknown>;

interface Tool {
  name: string;
  parameters: Record<string, { enum?: (string | number)[] }>;
}

/** What the page shows. Other applications of the relay have other fields. */
interface Snapshot {
  uiSpec: {
    stage: string;
    state: { selectedList?: string[]; quantities?: Record<string, number>; booking?: { reference: string } };
    meta?: { ticketsNeeded?: number };
  };
  toolSchema: Tool[];
}

interface Frame {
  type: string;
  replyTo?: string;
  payload: Json;
}

/** An `error` frame. */
class RelayError extends Error {
  readonly code: string;

  constructor({ code, message }: Json) {
    super(`${code}: ${message}`);
    this.code = String(code);
  }
}

/** A connection that matches answers to requests by `replyTo`. */
class Relay {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, { resolve: (payload: Json) => void; reject: (error: Error) => void }>();
  #requests = 0;
  /** Called with every frame that answers nothing: state.updated, user.message, session.ended. */
  onPush: (frame: Frame) => void = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#receive(JSON.parse(String(data)) as Frame));
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The relay has closed the connection.'));
    });
  }

  static connect(url: string): Promise<Relay> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url);
      socket.once('open', () => resolve(new Relay(socket)));
      socket.once('error', () => reject(new Error(`No relay answers at ${url}.`)));
    });
  }

  /** Sends a request and waits for its answer. @throws RelayError for an `error` frame */
  ask<Answer = Json>(type: string, payload: Json = {}, ext?: Json): Promise<Answer> {
    const id = `req-${++this.#requests}`;
    this.#socket.send(JSON.stringify({ v: 'mvp-0.2', type, id, payload, ...(ext ? { ext } : {}) }));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (payload: Json) => void, reject });
    });
  }

  /** Sends a message that has no answer. */
  say(text: string): void {
    this.#socket.send(JSON.stringify({ v: 'mvp-0.2', type: 'agent.message', payload: { text } }));
  }

  close(): void {
    this.#socket.close();
  }

  #receive(frame: Frame): void {
    const request = frame.replyTo === undefined ? undefined : this.#waiting.get(frame.replyTo);
    if (!request) {
      this.onPush(frame);
      return;
    }
    this.#waiting.delete(frame.replyTo as string);
    if (frame.type === 'error') request.reject(new RelayError(frame.payload));
    else request.resolve(frame.payload);
  }
}

interface Call {
  toolName: string;
  params: Json;
  reason: string;
}

/** Your model goes here: one call of those that `toolSchema` lists. This one takes the first choice and goes on. */
function choose({ uiSpec, toolSchema }: Snapshot, seats: number): Call | null {
  const { stage, state, meta } = uiSpec;
  const tool = (name: string) => toolSchema.find((one) => one.name === name);
  const choices = tool('select')?.parameters.itemId?.enum ?? [];
  const chosen = state.selectedList ?? [];
  const free = choices.filter((id) => !chosen.includes(String(id)));
  if (stage === 'seat' && chosen.length < seats && free.length > 0)
    return { toolName: 'select', params: { itemId: free[0] }, reason: `Seat ${chosen.length + 1} of ${seats}.` };
  if (tool('next')) return { toolName: 'next', params: {}, reason: `The ${stage} is chosen.` };
  const [typeId] = tool('setQuantity')?.parameters.typeId?.enum ?? [];
  if (typeId !== undefined) {
    const params = { typeId, quantity: meta?.ticketsNeeded ?? seats };
    return { toolName: 'setQuantity', params, reason: 'One ticket for each seat.' };
  }
  return free.length === 0 ? null : { toolName: 'select', params: { itemId: free[0] }, reason: `The first ${stage}.` };
}

const MAX_CALLS = 60;
const PAGE_WAIT_MS = 1_000;

/** Starts the session as soon as the page is open. */
async function startSession(relay: Relay): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    try {
      const request = { studyId: 'example', participantId: 'P01' };
      return (await relay.ask<{ sessionId: string }>('session.start', request)).sessionId;
    } catch (thrown) {
      if (!(thrown instanceof RelayError) || thrown.code !== 'SESSION_NOT_ACTIVE') throw thrown;
      if (attempt === 0) console.log('Waiting for the page: open /booking in a browser.');
      await new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS));
    }
  }
}

/** Books with one call after the other. @returns the reference of the booking, or null */
async function book(relay: Relay, seats: number): Promise<string | null> {
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    const snapshot = await relay.ask<Snapshot>('snapshot.get');
    const { booking } = snapshot.uiSpec.state;
    if (booking) return booking.reference;
    const call = choose(snapshot, seats);
    if (!call) return null;
    console.log(`${snapshot.uiSpec.stage}: ${call.toolName} ${JSON.stringify(call.params)}  ${call.reason}`);
    try {
      await relay.ask('tool.call', { ...call });
    } catch (thrown) {
      // A choice that another person took meanwhile: the next snapshot says what is left.
      if (!(thrown instanceof RelayError) || thrown.code !== 'TOOL_EXECUTION_FAILED') throw thrown;
      console.log(thrown.message);
      await new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS));
    }
  }
  return null;
}

async function main(): Promise<void> {
  const { url, session, token, seats } = parseArgs({ options: OPTIONS }).values;
  const relay = await Relay.connect(url);
  relay.onPush = ({ type, payload }) => {
    if (type === 'user.message') console.log(`The person says: ${payload.text}`);
  };
  await relay.ask('relay.join', { role: 'agent', sessionId: session }, token === undefined ? undefined : { token });
  console.log(`Started ${await startSession(relay)}.`);
  relay.say('I book seats for you. Take over whenever you like.');
  const reference = await book(relay, Number(seats));
  console.log(reference ? `Booked: ${reference}` : 'Nothing is left to choose.');
  const { logFile } = await relay.ask('session.end', { reason: reference ? 'booked' : 'nothing-left' });
  console.log(`Ended. Log: ${logFile}`);
  relay.close();
}

main().catch((thrown: unknown) => {
  console.error(thrown instanceof Error ? thrown.message : String(thrown));
  process.exit(1);
});
