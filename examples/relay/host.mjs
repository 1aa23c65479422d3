// A page of your own as the host of the relay: one file, no dependency, for browsers and Node 22.
//
//   import { joinAsHost } from 'https://botplay.example/docs/relay/host.mjs';
//
//   const host = joinAsHost({
//     ...linkOf(location),                       // relay, room and key of the participant's link
//     tools: [{ name: 'add', description: 'Add a plant', parameters: { plant: { type: 'string', description: 'Its name' } } }],
//     spec: () => ({ stage: 'garden', plants }), // what agents see as uiSpec
//     history: () => chat,                       // what they see as messageHistory
//     onCall: async ({ toolName, params, reason }) => { plants.push(params.plant); },
//     onReset: () => { plants.length = 0; },
//   });
//   host.changed();                              // after a click of the person: agents get state.updated
//   host.say('I prefer roses.');                 // a message of the person to the agents

const PROTOCOL = 'mvp-0.2';
const RECONNECT_MS = [500, 1_000, 2_000, 5_000];
/** A sign of life while a call takes long: without one the relay gives up after 30 seconds. */
const PROGRESS_MS = 10_000;

/** The relay, room and key of a participant's link: they stand behind `#`, which no server is sent. */
export function linkOf({ hash }) {
  const link = new URLSearchParams(hash.slice(1));
  return { relay: link.get('relay') ?? '', room: link.get('room') ?? '', key: link.get('key') ?? '' };
}

/** An error that an agent is answered. Codes are those of the specification, section 5. */
export class CallError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * Joins a room as its host and answers the requests of agents until `close`. Comes back after a broken connection.
 * @param options.relay address of the relay: wss://botplay.example/agent/ws
 * @param options.tools the tools that agents may call now, or a function that returns them
 * @param options.onCall does a call; what it throws is the answer (CallError for a code of yours)
 * @param options.spec what agents see as uiSpec; null while nothing is shown
 * @param options.history what they see as messageHistory, at most 64 KiB together with the rest
 * @param options.onMessage shows a message of an agent
 * @param options.onSession is called with the id of the session, and with null at its end
 * @param options.onReset puts your page back to its beginning, at the end of a session
 * @param options.onStatus is called with 'open', 'lost' and 'replaced'
 * @param options.onFrame sees every frame: ('in' | 'out', frame)
 */
export function joinAsHost({
  relay,
  room = 'default',
  key,
  tools = [],
  onCall,
  spec = () => null,
  history = () => [],
  onMessage = () => {},
  onSession = () => {},
  onReset = () => {},
  onStatus = () => {},
  onFrame = () => {},
  WebSocket = globalThis.WebSocket,
}) {
  let socket = null;
  let attempts = 0;
  let isClosed = false;
  let count = 0;

  const view = () => ({
    uiSpec: spec(),
    messageHistory: history(),
    toolSchema: typeof tools === 'function' ? tools() : tools,
  });

  function send(frame) {
    if (socket?.readyState !== 1) return;
    const full = { v: PROTOCOL, ...frame };
    onFrame('out', full);
    socket.send(JSON.stringify(full));
  }

  const answer = (request, type, payload) => {
    if (request.id !== undefined) send({ type, replyTo: request.id, payload });
  };
  const publish = (source) => send({ type: 'state.updated', payload: { source, ...view() } });

  async function call(request) {
    const { toolName } = request.payload;
    const progress = setInterval(() => send({ type: 'tool.progress', replyTo: request.id, payload: {} }), PROGRESS_MS);
    try {
      if (!view().toolSchema.some(({ name }) => name === toolName))
        throw new CallError('UNKNOWN_TOOL', `There is no tool ${toolName} now.`);
      await onCall(request.payload);
      answer(request, 'tool.result', { ok: true, toolName, ...view() });
    } catch (thrown) {
      const code = thrown instanceof CallError ? thrown.code : 'TOOL_EXECUTION_FAILED';
      answer(request, 'error', { code, message: String(thrown?.message ?? thrown) });
    } finally {
      clearInterval(progress);
    }
  }

  const HANDLERS = {
    'relay.joined': (frame) => {
      attempts = 0;
      onStatus('open');
      onSession(frame.ext?.session?.sessionId ?? null);
      publish('system');
    },
    'session.start': (frame) => answer(frame, 'session.started', view()),
    'session.started': ({ payload }) => onSession(payload.sessionId),
    'snapshot.get': (frame) => answer(frame, 'snapshot.state', view()),
    'tool.call': call,
    'agent.message': ({ payload }) => {
      onMessage(payload.text);
      publish('agent');
    },
    'session.end': async (frame) => {
      await onReset();
      answer(frame, 'session.ended', { stateReset: true, ...view() });
    },
    'session.ended': async () => {
      onSession(null);
      await onReset();
      publish('system');
    },
    error: ({ replyTo, payload }) => {
      // Without a request it is the last frame: a newer page has the room, or the room may not be joined.
      if (replyTo !== undefined && replyTo !== 'join') return;
      isClosed = true;
      onStatus('replaced', payload.message);
      socket?.close();
    },
  };

  function connect() {
    const address = new URL(relay);
    address.searchParams.set('room', room);
    socket = new WebSocket(address.href);
    socket.onopen = () => {
      const ext = { app: 'remote', ...(key ? { participant: key } : {}) };
      send({ type: 'relay.join', id: 'join', payload: { role: 'host', sessionId: room }, ext });
    };
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data));
      onFrame('in', frame);
      if (Object.hasOwn(HANDLERS, frame.type)) void HANDLERS[frame.type](frame);
    };
    socket.onclose = () => {
      if (isClosed) return;
      onStatus('lost');
      setTimeout(connect, RECONNECT_MS[Math.min(attempts++, RECONNECT_MS.length - 1)]);
    };
    socket.onerror = () => {};
  }

  connect();
  return {
    /** Something has changed: the agents are shown the state. */
    changed: (source = 'user') => publish(source),
    /** Sends the agents what the person wrote. Add it to your history first. */
    say: (text, stage) =>
      send({ type: 'user.message', id: `say-${++count}`, payload: { text, ...(stage ? { stage } : {}) } }),
    /** The person takes over (true): calls of agents are refused until it is given back. */
    takeOver: (isTaken) =>
      send({ type: 'control.set', id: `control-${++count}`, payload: { controller: isTaken ? 'person' : 'agent' } }),
    /** The person stops the session. */
    endSession: (reason) => send({ type: 'session.end', id: `end-${++count}`, payload: { reason } }),
    close() {
      isClosed = true;
      socket?.close();
    },
  };
}
