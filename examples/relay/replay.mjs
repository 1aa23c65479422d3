// Plays the log of a study session again, without the server and without a dependency.
//
//   node replay.mjs s-20260213-001.jsonl            what happened, line by line
//   node replay.mjs s-20260213-001.jsonl 12         what the page and the agents saw after event 12, as JSON
//
// In a program: for (const step of replayLog(text)) … step.line is the line, step.view what was seen after it.

/** Fields of a frame that show the state. */
const SHOWN = ['uiSpec', 'messageHistory', 'toolSchema'];

/**
 * The events of one session, in order, each with what was shown after it.
 * @param {string} text JSON lines; of an export with several sessions, those of the first one unless `sessionId` names another
 * @param {string} [sessionId]
 * @throws {Error} when an event is missing or a line is not of a log
 */
export function* replayLog(text, sessionId) {
  let view = { uiSpec: null, messageHistory: [], toolSchema: [] };
  let wanted = sessionId;
  let next = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    if (raw.trim() === '') continue;
    const line = JSON.parse(raw);
    if (typeof line.sessionId !== 'string' || !Number.isInteger(line.eventIndex))
      throw new Error(`Line ${index + 1} is not a line of a study log.`);
    wanted ??= line.sessionId;
    if (line.sessionId !== wanted) continue;
    if (line.eventIndex !== next) throw new Error(`Event ${next} of ${wanted} is missing: line ${index + 1}.`);
    next += 1;
    const fields = SHOWN.filter((name) => name in line.payload);
    if (fields.length > 0) view = { ...view, ...Object.fromEntries(fields.map((name) => [name, line.payload[name]])) };
    yield { line, view };
  }
}

/** A frame as it was sent: a repeated snapshot is logged without the state that an earlier line has. */
export function frameOf({ line, view }) {
  const { type, replyTo, payload, stateOf } = line;
  const all = stateOf === undefined ? payload : { ...payload, ...view };
  return { v: 'mvp-0.2', type, ...(replyTo === undefined ? {} : { replyTo }), payload: all };
}

/** One line for people. */
function describe({ line }) {
  const { eventIndex, timestamp, direction, type, payload } = line;
  const rest = Object.entries(payload).filter(([name]) => !SHOWN.includes(name));
  const words = rest.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const stage = payload.uiSpec?.stage === undefined ? '' : ` [${payload.uiSpec.stage}]`;
  return `${String(eventIndex).padStart(4)}  ${timestamp.slice(11, 23)}  ${direction.padEnd(8)} ${type}${stage}  ${words.join(' ')}`;
}

async function main([file, at]) {
  const { readFile } = await import('node:fs/promises');
  const steps = [...replayLog(await readFile(file, 'utf8'))];
  if (at === undefined) {
    for (const step of steps) process.stdout.write(`${describe(step)}\n`);
    return;
  }
  const step = steps[Number(at)];
  if (!step) throw new Error(`The session has ${steps.length} events, numbered from 0.`);
  process.stdout.write(`${JSON.stringify(step.view, null, 2)}\n`);
}

if (globalThis.process?.argv[1]?.endsWith('replay.mjs')) {
  main(process.argv.slice(2)).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
