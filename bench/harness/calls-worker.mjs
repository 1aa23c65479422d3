// Sends one call for each client over and over, each on its own connection, one after the other. Reports the
// calls per second of all and the median time of one call in milliseconds.
import { Client } from 'undici';

async function send({ url, headers, body }, connection, expect) {
  const { pathname } = new URL(url);
  const answer = await connection.request({ method: 'POST', path: pathname, headers, body });
  const text = await answer.body.text();
  if (answer.statusCode >= 300 || !text.includes(expect)) throw new Error(`${answer.statusCode} ${text.slice(0, 300)}`);
}

process.once('message', async ({ clients, seconds, expect }) => {
  const times = [];
  const endMs = performance.now() + seconds * 1000;
  const loop = async (client) => {
    const connection = new Client(new URL(client.url).origin);
    for (let startMs = performance.now(); startMs < endMs; ) {
      await send(client, connection, expect);
      const nowMs = performance.now();
      times.push(nowMs - startMs);
      startMs = nowMs;
    }
    await connection.close();
  };
  try {
    await Promise.all(clients.map(loop));
    times.sort((a, b) => a - b);
    process.send({ perSecond: times.length / seconds, medianMs: times[Math.floor(times.length / 2)] });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
