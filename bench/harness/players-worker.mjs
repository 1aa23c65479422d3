// Agents that play a game against house bots by following its answers, each on its own connection, as fast as they are
// answered. Each step has a new idempotency key, as the description of session.step recommends. Counts steps;
// opening the next session is in the time but not in the count.
import autocannon from 'autocannon';

const call = (name, args) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

/** The last step of an earlier round, whose answer was not read, may have ended the session. */
const hasEnded = (result) => result.content[0].text.includes('Session is completed, not active');

process.once('message', async ({ url, players, experienceId, initialAction, seconds }) => {
  let steps = 0;
  const wrong = [];
  let next = 0;
  const open = call('session.create', { experience_id: experienceId, initial_action: initialAction });
  const setupClient = (client) => {
    const { headers } = players[next++ % players.length];
    let session = null;
    let action = null;
    let key = 0;
    const step = () => ({ session_id: session, action, idempotency_key: `${process.pid}-${key++}` });
    const ask = () => (session ? call('session.step', step()) : open);
    client.setHeadersAndBody(headers, ask());
    client.on('body', (body) => {
      const { result } = JSON.parse(body.toString());
      if (!result || (result.isError && !hasEnded(result))) return wrong.push(body.toString().slice(0, 300));
      if (result.isError) {
        session = null;
        return client.setBody(ask());
      }
      const answer = result.structuredContent;
      if (session) steps++;
      const { outcome, legal_moves: legal } = answer.experience_response;
      session = outcome ? null : answer.session_id;
      action = legal[steps % legal.length];
      client.setBody(ask());
    });
  };
  try {
    const began = process.hrtime.bigint();
    const result = await autocannon({
      url,
      method: 'POST',
      connections: players.length,
      duration: seconds,
      setupClient,
      headers: players[0].headers,
      body: open,
    });
    const elapsed = Number(process.hrtime.bigint() - began) / 1e9;
    if (wrong.length > 0) process.send({ error: `${wrong.length} wrong answers, first: ${wrong[0]}` });
    else process.send({ perSecond: steps / Math.min(elapsed, result.duration) });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
