// An agent of the relay: one file, no dependency, for Node 22 and browsers (Node 20: pass WebSocket of the package ws).
//
//   node agent.mjs --url wss://botplay.example/agent/ws --room r-… --token …
//
//   import { joinAsAgent } from './agent.mjs';
//   const agent = await joinAsAgent({ url, room, token });
//   await agent.start({ studyId: 'pilot-01', participantId: 'P07' });   // leave both out in a room that was made for one
//   const { uiSpec, toolSchema } = await agent.snapshot();
//   await agent.call('select', { itemId: 'm1' }, 'It has the best score.');
//   await agent.end('done');

const PROTOCOL = 'mvp-0.2';
/** The relay answers a call that waits for the person after two minutes at the latest, one that a page works on after ten. */
const ANSWER_MS = 660_000;
const RECONNECT_MS = [500, 1_000, 2_000, 5_000];

/** An `error` frame. `code` is one of those of the specification, section 5. */
class RelayError extends Error {
  constructor({ code, message }) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/**
 * Connects and joins. After a broken connection it comes back by itself: missed frames arrive, and requests without an
 * answer are sent again and not done twice.
 * @param options.onPush is called with every frame that answers nothing: state.updated (its `notice` says what the person
 *   or the page did), user.message, session.ended
 * @param options.onFrame sees every frame: ('in' | 'out', frame)
 */
export async function joinAsAgent({
  url,
  room = 'default',
  token,
  onPush = () => {},
  onFrame = () => {},
  WebSocket = globalThis.WebSocket,
}) {
  const waiting = new Map();
  let socket = null;
  let member;
  let after;
  let attempts = 0;
  let count = 0;
  let isClosed = false;

  function send(frame) {
    onFrame('out', frame);
    socket.send(JSON.stringify(frame));
  }

  function ask(type, payload = {}) {
    const frame = { v: PROTOCOL, type, id: `a-${++count}`, payload };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(frame.id);
        reject(new Error(`No answer to ${type}.`));
      }, ANSWER_MS);
      waiting.set(frame.id, { frame, resolve, reject, timer });
      if (socket?.readyState === 1 && member !== undefined) send(frame);
    });
  }

  function receive(frame) {
    onFrame('in', frame);
    after = frame.seq ?? after;
    const request = frame.type === 'tool.progress' ? undefined : waiting.get(frame.replyTo);
    if (!request) return onPush(frame);
    waiting.delete(frame.replyTo);
    clearTimeout(request.timer);
    if (frame.type === 'error') request.reject(new RelayError(frame.payload));
    // ext.log of session.ended is where the log is downloaded.
    else request.resolve(frame.ext ? { ...frame.payload, ext: frame.ext } : frame.payload);
  }

  /** One connection. Resolves when the room was joined. */
  function connect() {
    return new Promise((resolve, reject) => {
      socket = new WebSocket(url);
      socket.onerror = () => reject(new Error(`No relay answers at ${url}.`));
      socket.onopen = () => {
        const ext = { ...(token ? { token } : {}), ...(member ? { member, after } : {}) };
        send({ v: PROTOCOL, type: 'relay.join', id: 'join', payload: { role: 'agent', sessionId: room }, ext });
      };
      socket.onmessage = ({ data }) => {
        const frame = JSON.parse(String(data));
        if (frame.replyTo !== 'join') return receive(frame);
        onFrame('in', frame);
        if (frame.type === 'error') {
          isClosed = true;
          return reject(new RelayError(frame.payload));
        }
        attempts = 0;
        member = frame.ext.member;
        after ??= frame.ext.seq;
        for (const { frame: unanswered } of waiting.values()) send(unanswered);
        resolve();
      };
      socket.onclose = () => {
        reject(new Error('The relay has closed the connection.'));
        if (!isClosed && member !== undefined)
          setTimeout(() => connect().catch(() => {}), RECONNECT_MS[Math.min(attempts++, RECONNECT_MS.length - 1)]);
      };
    });
  }

  await connect();
  return {
    ask,
    start: (study = {}) => ask('session.start', study),
    snapshot: () => ask('snapshot.get'),
    call: (toolName, params = {}, reason = '') => ask('tool.call', { toolName, params, reason }),
    /** Takes back calls that wait. */
    cancel: () => send({ v: PROTOCOL, type: 'tool.cancel', payload: {} }),
    say: (text) => send({ v: PROTOCOL, type: 'agent.message', payload: { text } }),
    end: (reason) => ask('session.end', { reason }),
    close() {
      isClosed = true;
      for (const { timer } of waiting.values()) clearTimeout(timer);
      socket.close();
    },
  };
}

/** Your model goes here: one call of those that `toolSchema` lists, or null to stop. This one calls each tool once. */
function choose({ toolSchema }, done) {
  const tool = toolSchema.find(({ name }) => !done.has(name));
  if (!tool) return null;
  const entries = Object.entries(tool.parameters ?? {}).filter(([, { optional }]) => !optional);
  const params = Object.fromEntries(
    entries.map(([name, { enum: values, type }]) => [name, values?.[0] ?? (type === 'number' ? 1 : 'rose')]),
  );
  return { toolName: tool.name, params, reason: `It tries ${tool.name}.` };
}

async function main(args) {
  const option = (name) => args[args.indexOf(`--${name}`) + 1 || args.length];
  const WebSocket = globalThis.WebSocket ?? (await import('ws')).WebSocket;
  const agent = await joinAsAgent({ url: option('url'), room: option('room'), token: option('token'), WebSocket });
  const print = (text) => process.stdout.write(`${text}\n`);
  const study = option('study') ? { studyId: option('study'), participantId: option('participant') } : {};
  print(`Started ${(await agent.start(study)).sessionId}.`);
  const done = new Set();
  for (let call = choose(await agent.snapshot(), done); call; call = choose(await agent.snapshot(), done)) {
    done.add(call.toolName);
    await agent.call(call.toolName, call.params, call.reason).then(
      () => print(`${call.toolName} ${JSON.stringify(call.params)}`),
      (error) => print(error.message),
    );
  }
  print(`Log: ${(await agent.end('done')).logFile}`);
  agent.close();
}

if (globalThis.process?.argv?.[1]?.endsWith('agent.mjs')) {
  main(process.argv.slice(2)).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
