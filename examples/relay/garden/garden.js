// A page of another party as the host of a room. Serve this folder from any origin that the room allows, and open the
// page_link of the room: /garden/#relay=…&room=…&key=…
const link = new URLSearchParams(location.hash.slice(1));
if (!link.has('relay')) {
  document.getElementById('status').textContent = 'Open the link of a room: this address names none.';
  throw new Error('The address has no #relay=…&room=…&key=…');
}
// The library comes from the server of the relay; a copy beside this file works as well.
const library = new URL('/docs/relay/host.mjs', link.get('relay').replace(/^ws/, 'http'));
const { CallError, joinAsHost, linkOf } = await import(library.href);

const PLANTS = ['rose', 'tulip', 'mint', 'sage'];
const SIZE = 6;
let bed = [];
let chat = [];

const find = (id) => document.getElementById(id);
const addToChat = (type, text) =>
  chat.push({ id: `m${chat.length + 1}`, type, timestamp: new Date().toISOString(), stage: 'bed', text });

function plant(name) {
  if (!PLANTS.includes(name)) throw new CallError('INVALID_PARAMS', `plant: one of ${PLANTS.join(', ')}`);
  if (bed.length >= SIZE) throw new CallError('TOOL_EXECUTION_FAILED', 'The bed is full.');
  bed.push(name);
}

function draw() {
  const items = (texts) => texts.map((text) => Object.assign(document.createElement('li'), { textContent: text }));
  find('bed').replaceChildren(...items(bed));
  find('chat').replaceChildren(...items(chat.map(({ type, text }) => `${type}: ${text}`)));
}

const TOOLS = {
  plant: {
    description: 'Plant something in the bed',
    parameters: { plant: { type: 'string', description: 'What to plant', enum: PLANTS } },
    run: (params) => plant(params.plant),
  },
  clear: { description: 'Empty the bed', parameters: {}, run: () => bed.splice(0) },
};

const host = joinAsHost({
  ...linkOf(location),
  tools: () => Object.entries(TOOLS).map(([name, { description, parameters }]) => ({ name, description, parameters })),
  spec: () => ({ stage: 'bed', title: 'Garden', items: bed, state: { free: SIZE - bed.length } }),
  history: () => chat.slice(-100),
  onCall({ toolName, params, reason }) {
    TOOLS[toolName].run(params);
    addToChat('agent', `${toolName}: ${reason}`);
    draw();
  },
  onMessage(text) {
    addToChat('agent', text);
    draw();
  },
  onReset() {
    bed = [];
    chat = [];
    draw();
  },
  onStatus(status, why) {
    find('status').textContent = why ?? { open: 'Connected', lost: 'Reconnecting…', replaced: 'Closed' }[status];
  },
});

for (const name of PLANTS) {
  const button = Object.assign(document.createElement('button'), { textContent: `Plant ${name}` });
  button.onclick = () => {
    try {
      plant(name);
    } catch (error) {
      addToChat('system', error.message);
    }
    draw();
    host.changed();
  };
  find('buttons').append(button, ' ');
}

find('say').onsubmit = (event) => {
  event.preventDefault();
  const [input] = event.target.elements;
  if (input.value.trim() === '') return;
  addToChat('user', input.value);
  host.say(input.value);
  host.changed();
  input.value = '';
  draw();
};
draw();
