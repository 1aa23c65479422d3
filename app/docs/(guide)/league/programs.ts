/** A whole player of a league in one file, without a dependency. @param origin of this server */
export const playerProgram = (origin: string): string => `// node player.mjs <league_id>
import { createServer } from 'node:http';

const BOTPLAY = process.env.BOTPLAY_URL ?? '${origin}';
const KEY = process.env.BOTPLAY_KEY ?? ''; // your API key: a public server asks for it
const PORT = Number(process.env.PORT ?? 8101);
const ENDPOINT = process.env.ENDPOINT ?? \`http://localhost:\${PORT}/mcp\`; // how Botplay reaches this program
const LEAGUE = process.argv[2] ?? 'league_default';

let playerId = '';

// Your strategy: one of legal_moves in games with turns, else a number from 1 to 5.
function chooseMove(state) {
  if (state.legal_moves) return state.legal_moves[Math.floor(Math.random() * state.legal_moves.length)];
  return { number: 1 + Math.floor(Math.random() * 5) };
}

function answer({ method, params }) {
  if (method === 'tools/list') return { tools: [{ name: 'make_move', inputSchema: { type: 'object' } }] };
  const { message } = params;
  console.log(message.message_type, message.match_id, message.winner ?? '');
  if (message.message_type !== 'MOVE_REQUEST') return { status: 'ok' };
  const { league_id, round_id, match_id, conversation_id, game_round, game_state } = message;
  return {
    protocol: 'league.v1',
    message_type: 'MOVE_RESPONSE',
    league_id,
    round_id,
    match_id,
    conversation_id,
    sender: \`player:\${playerId}\`,
    timestamp: new Date().toISOString(),
    game_round,
    move: chooseMove(game_state),
  };
}

const server = createServer(async (request, response) => {
  try {
    let text = '';
    for await (const chunk of request) text += chunk;
    const call = JSON.parse(text);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: answer(call) }));
  } catch {
    response.writeHead(400).end();
  }
});

server.on('error', (error) => {
  const taken = \`Port \${PORT} is taken. Choose another: PORT=\${PORT + 1} node player.mjs \${LEAGUE}\`;
  console.error(error.code === 'EADDRINUSE' ? taken : error.message);
  process.exit(1);
});

server.listen(PORT, async () => {
  const headers = { 'content-type': 'application/json', ...(KEY && { authorization: \`Bearer \${KEY}\` }) };
  const input = { player_name: process.env.NAME ?? 'My player', endpoint: ENDPOINT, league_id: LEAGUE };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'register_player', arguments: input } };
  const answered = await fetch(\`\${BOTPLAY}/mcp/league\`, { method: 'POST', headers, body: JSON.stringify(call) });
  const { result, error } = await answered.json();
  const { status, player_id, reason } = result ? JSON.parse(result.content[0].text) : { reason: error.message };
  if (status !== 'ACCEPTED') {
    console.error(reason);
    process.exit(1);
  }
  playerId = player_id;
  console.log(\`Registered as \${playerId}: \${BOTPLAY}/leagues/\${LEAGUE}\`);
});
`;

/** Checks every transcript of a league with the published keys alone, and rebuilds the table. @param origin of this server */
export const checkProgram = (origin: string): string => `// node check-league.mjs <league_id>
import { createHash, createPublicKey, verify } from 'node:crypto';

const BOTPLAY = process.env.BOTPLAY_URL ?? '${origin}';
const KEY = process.env.BOTPLAY_KEY ?? ''; // your API key: a public server asks for it
const LEAGUE = process.argv[2] ?? 'league_default';

async function read(path) {
  const answered = await fetch(BOTPLAY + path, { headers: KEY ? { authorization: \`Bearer \${KEY}\` } : {} });
  if (!answered.ok) throw new Error(\`\${path} answered \${answered.status}\`);
  return answered.json();
}

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

// The signed text: JSON without spaces, the keys of every object in order.
function canonical(value) {
  if (Array.isArray(value)) return \`[\${value.map(canonical).join()}]\`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.keys(value).sort().map((key) => \`\${JSON.stringify(key)}:\${canonical(value[key])}\`);
  return \`{\${fields.join()}}\`;
}

// A detached JWS (RFC 7515, appendix F) by Ed25519.
function isSigned(document, signature, keys) {
  const [header, , signed] = signature.split('.');
  const { kid } = JSON.parse(Buffer.from(header, 'base64url'));
  const key = keys.find((one) => one.kid === kid);
  if (!key) return false;
  const text = \`\${header}.\${Buffer.from(canonical(document)).toString('base64url')}\`;
  const publicKey = createPublicKey({ key, format: 'jwk' });
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signed, 'base64url'));
}

function findFault(signed, keys) {
  if (!isSigned(signed.transcript, signed.signature, keys)) return 'the signature is not valid';
  const { seed, seed_commitment, events, players, result } = signed.transcript;
  if (seed && sha256(Buffer.from(seed, 'hex')) !== seed_commitment) return 'the seed is not the one of the start';
  // Games with secret numbers: each was committed to before it was revealed, and the parity of the sum decides.
  const rounds = events.filter(({ type, data }) => type === 'round_resolved' && data.commitments);
  if (rounds.length === 0) return null;
  const scores = [0, 0];
  for (const { data } of rounds) {
    const { moves, nonces, commitments } = data;
    const isKept = (number, seat) => number === null || sha256(\`\${nonces[seat]}|\${number}\`) === commitments[seat];
    if (!moves.every(isKept)) return \`a number of round \${data.round} is not the one that was committed to\`;
    const [odd, even] = moves;
    if (odd !== null && even !== null) scores[(odd + even) % 2 === 1 ? 0 : 1]++;
    else if (odd !== null) scores[0]++;
    else if (even !== null) scores[1]++;
  }
  const isScored = players.every(({ player_id }, seat) => result.scores[player_id] === scores[seat]);
  return isScored ? null : 'the score does not follow from the numbers';
}

const { schedule, standings, format } = await read(\`/api/leagues/\${LEAGUE}\`);
const { keys } = await read('/leagues/keys.json');
const points = {};
const add = (player, more) => {
  points[player] = (points[player] ?? 0) + more;
};
let faults = 0;

// A win has 3 points, a draw 1 each, and a match that neither player played none.
const FORFEITS = ['unreachable', 'default', 'withdrawn', 'forfeit'];
function addResult({ winner, reason, scores }) {
  for (const player of Object.keys(scores)) {
    if (player === winner) add(player, 3);
    else if (winner === null && !FORFEITS.includes(reason)) add(player, 1);
  }
}

// What the organizer has corrected: signed, numbered without gaps, and later than the transcripts.
const { corrections } = await read(\`/leagues/\${LEAGUE}/corrections.json\`);
const corrected = new Map();
corrections.forEach(({ correction, signature }, index) => {
  const isValid = correction.number === index + 1 && isSigned(correction, signature, keys);
  if (!isValid) faults++;
  const { number, action, match_id, player_id, reason, after } = correction;
  console.log(\`correction \${number}, \${action} \${match_id ?? player_id ?? ''}: \${reason}\${isValid ? '' : ' (not valid)'}\`);
  if (['replay', 'annul', 'adjudicate'].includes(action)) corrected.set(match_id, after);
});
for (const { match_id, status, players } of schedule) {
  if (status === 'bye' && format === 'swiss') add(players[0].player_id, 3);
  if (status !== 'completed') continue;
  const isCorrected = corrected.has(match_id);
  const signed = await read(\`/leagues/\${LEAGUE}/fixtures/\${match_id}/transcript.json\`).catch((error) => {
    // A match that was annulled before it began has none.
    if (isCorrected) return null;
    throw error;
  });
  const fault = signed ? findFault(signed, keys) : 'annulled before it began';
  if (fault && signed) faults++;
  console.log(\`\${match_id}: \${fault ?? 'verified'}\`);
  const result = isCorrected ? corrected.get(match_id) : signed.transcript.result;
  if (result) addResult(result);
}
for (const row of standings) {
  const own = points[row.player_id] ?? 0;
  if (own !== row.points) faults++;
  console.log(\`\${row.rank}. \${row.player_id}: \${own} points\${own === row.points ? '' : \`, the table says \${row.points}\`}\`);
}
console.log(faults === 0 ? 'Everything agrees.' : \`\${faults} faults.\`);
process.exitCode = faults === 0 ? 0 : 1;
`;
