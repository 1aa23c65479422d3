import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { countRefusal, holdRefusal, holdUpgrade } from './refusal-pace';
import { useServer } from './testing/use-server';

useDatabase();

const server = useServer();

beforeEach(() => resetOnce('transport.refusal_paces'));

/** A request from an address, for the functions. */
const from = (remoteAddress: string) => ({ headers: {}, socket: { remoteAddress } }) as never;

/** Sends requests without a credential on one connection, one after the other. Resolves with the number of answers, after `ms`. */
function countAnswers(ms: number): Promise<number> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answers = 0;
    const socket = connect(Number(port), hostname);
    const ask = () => socket.write('GET /api/whoami HTTP/1.1\r\nhost: localhost\r\n\r\n');
    socket.on('connect', ask).on('error', reject);
    socket.on('data', (data) => {
      answers += data.toString().split('HTTP/1.1 401').length - 1;
      ask();
    });
    setTimeout(() => {
      socket.destroy();
      resolve(answers);
    }, ms);
  });
}

describe('refusals of one address', () => {
  it('are sent immediately until there are many, and then wait, whatever is refused', async () => {
    const turns = Array.from({ length: 450 }, () => holdRefusal(from('10.5.0.1')));
    expect(turns.slice(0, 400).every((turn) => turn === null)).toBe(true);
    expect(await turns.at(-1)).toBe(true);
  });

  it('do not hold up another address, and an IPv6 caller is its /64', async () => {
    for (let message = 0; message < 30; message++) countRefusal(from('2001:db8:1:1::1'), 20);
    expect(holdRefusal(from('2001:db8:1:1::2'))).not.toBeNull();
    expect(holdRefusal(from('2001:db8:1:2::1'))).toBeNull();
    expect(holdUpgrade(from('2001:db8:1:2::1'))).toBeNull();
  });

  it('make its next sockets wait too, which alone cost nothing', async () => {
    for (let socket = 0; socket < 1_000; socket++) expect(holdUpgrade(from('10.5.0.2'))).toBeNull();
    for (let message = 0; message < 30; message++) countRefusal(from('10.5.0.2'), 20);
    expect(await holdUpgrade(from('10.5.0.2'))).toBe(true);
  });

  it('end its connections when too many wait', async () => {
    countRefusal(from('10.5.0.3'), 10_000);
    const turns = Array.from({ length: 600 }, () => holdRefusal(from('10.5.0.3')));
    const sent = await Promise.all(turns);
    expect(sent.filter((isSent) => isSent).length).toBe(500);
    expect(sent.filter((isSent) => isSent === false).length).toBe(100);
  });

  it('get a hundred answers a second, and accepted calls beside them are served', async () => {
    const { apiKey } = await agentFixture();
    countRefusal(from('127.0.0.1'), 10_000);
    expect(await countAnswers(1_500)).toBeLessThan(200);
    const answer = await fetch(`${server.url}/api/whoami`, { headers: { authorization: `Bearer ${apiKey}` } });
    expect(answer.status).toBe(200);
  });
});
