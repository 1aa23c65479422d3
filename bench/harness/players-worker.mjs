// Sixteen agents that play even and odd against the house, each on a connection of its own, as fast as they are
// answered. Counts steps; what it takes to open the next session is in the time but not in the count.
import autocannon from 'autocannon';

const OPTIONS = { type: 'options', opponent: 'easy', options: { rounds_to_win: 10, max_rounds: 19 } };

const call = (name, args) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

process.once('message', async ({ url, players, experienceId, seconds }) => {
  let steps = 0;
  const wrong = [];
  let next = 0;
  const open = call('session.create', { experience_id: experienceId, initial_action: OPTIONS });
  const setupClient = (client) => {
    const { headers } = players[next++ % players.length];
    let session = null;
    const ask = () =>
      session ? call('session.step', { session_id: session, action: { number: 1 + (steps % 5) } }) : open;
    client.setHeadersAndBody(headers, ask());
    client.on('body', (body) => {
      const { result } = JSON.parse(body.toString());
      if (!result || result.isError) return wrong.push(body.toString().slice(0, 300));
      const answer = result.structuredContent;
      if (session) steps++;
      session = answer.experience_response.outcome ? null : answer.session_id;
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
