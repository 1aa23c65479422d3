// Calls whoami on one connection, with a pause after each answer, and reports the time of each call in milliseconds.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';

const PAUSE_MS = 2;

process.once('message', async ({ url, headers, expect, seconds }) => {
  const connection = new Client(url);
  const times = [];
  const endMs = performance.now() + seconds * 1000;
  try {
    while (performance.now() < endMs) {
      const startMs = performance.now();
      const answer = await connection.request({ method: 'GET', path: '/api/whoami', headers });
      const text = await answer.body.text();
      if (!text.includes(expect)) throw new Error(`${answer.statusCode} ${text.slice(0, 300)}`);
      times.push(performance.now() - startMs);
      await pause(PAUSE_MS);
    }
    process.send({ times });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
