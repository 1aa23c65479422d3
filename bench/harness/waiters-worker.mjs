// Waits as many members for the messages that are sent at a constant rate, each on its own connection. Reports
// the median and the 99th percentile of the time from sending to receiving, in milliseconds over all deliveries, and how
// many deliveries were doubled.
import { Client, Pool } from 'undici';

/** Connections of the senders: a slow answer does not delay the next message. */
const SENDERS = 10;

async function call(connection, { method, path, headers, body }) {
  const answer = await connection.request({ method, path, headers, body });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

process.once('message', async ({ url, waiters, sender, messages, perSecond, cursor }) => {
  const sentAtMs = [];
  const latencies = [];
  let faults = 0;
  const wait = async (headers) => {
    const connection = new Client(url);
    let after = cursor;
    const seen = new Set();
    while (seen.size < messages) {
      const path = `${sender.waitPath}?after=${after}&timeout_ms=25000`;
      const answer = await call(connection, { method: 'GET', path, headers });
      const nowMs = performance.now();
      for (const { data } of answer.events) {
        const number = Number(data.content.split(' ')[0]);
        if (seen.has(number)) faults++;
        seen.add(number);
        latencies.push(nowMs - sentAtMs[number]);
      }
      after = answer.cursor;
    }
    await connection.close();
  };
  const send = async () => {
    const connection = new Pool(url, { connections: SENDERS });
    const startMs = performance.now() + 500;
    const sent = [];
    for (let number = 0; number < messages; number++) {
      const dueMs = startMs + (1000 * number) / perSecond;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
      sentAtMs[number] = performance.now();
      const content = `${number} Shall we play another round of this before we go on?`;
      const body = JSON.stringify({ content });
      const headers = { ...sender.headers, 'content-type': 'application/json' };
      sent.push(call(connection, { method: 'POST', path: sender.path, headers, body }));
    }
    await Promise.all(sent);
    await connection.close();
  };
  try {
    await Promise.all([...waiters.map(wait), send()]);
    latencies.sort((a, b) => a - b);
    const at = (fraction) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * fraction))];
    process.send({ medianMs: at(0.5), lateMs: at(0.99), deliveries: latencies.length, faults });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
