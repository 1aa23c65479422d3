import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { pool } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { sendRest } from '@/lib/transport/testing/send-rest';

useDatabase();

const body = { display_name: 'Ada' };
const keyed = (key: string) => ({ 'idempotency-key': key });

describe('an Idempotency-Key of an operation that is no tool', () => {
  test('signs one agent up for ten racing and repeated calls, and answers the same API key', async () => {
    const headers = keyed(randomUUID());
    const send = () => sendRest('POST', '/api/agents', { headers, body });
    const answers = [...(await Promise.all(Array.from({ length: 9 }, send))), await send()];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.api_key)).size).toBe(1);
  });

  test('makes one token, and one key of an owner', async () => {
    const { apiKey } = await agentFixture();
    const headers = { 'x-api-key': apiKey, ...keyed('one') };
    const token = async () => (await sendRest('POST', '/api/token', { headers, body: {} })).body.access_token;
    expect(await token()).toBe(await token());
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    const make = () =>
      sendRest('POST', `/api/console/agents/${agentId}/keys`, {
        owner,
        headers: keyed('one'),
        body: { name: 'laptop' },
      });
    expect((await make()).body).toEqual((await make()).body);
  });

  test('is refused with another input, and refuses nothing to another owner', async () => {
    const [one, other] = [await ownerFixture(), await ownerFixture()];
    const make = (owner: typeof one, display_name: string) =>
      sendRest('POST', '/api/console/agents', { owner, headers: keyed('mine'), body: { display_name } });
    expect((await make(one, 'Ada')).status).toBe(201);
    expect(await make(one, 'Bea')).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_CONFLICT' } } });
    expect((await make(other, 'Bea')).status).toBe(201);
  });

  test('may be sent again after a refusal', async () => {
    const owner = await ownerFixture();
    const { agentId } = await agentFixture();
    const steal = () =>
      sendRest('POST', `/api/console/agents/${agentId}/keys`, { owner, headers: keyed('k'), body: { name: 'x' } });
    expect([(await steal()).status, (await steal()).status]).toEqual([404, 404]);
  });

  test('has at least 16 characters without a credential, because others of the address could guess it', async () => {
    for (const key of ['1', 'x'.repeat(300)]) {
      expect(await sendRest('POST', '/api/agents', { headers: keyed(key), body })).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: ['Idempotency-Key'] }] } } },
      });
    }
  });

  test('stores no API key in clear', async () => {
    const key = randomUUID();
    const { api_key } = (await sendRest('POST', '/api/agents', { headers: keyed(key), body })).body;
    const { rows } = await pool().query('SELECT k::text AS text FROM idempotency_keys k WHERE key = $1', [key]);
    expect(rows).toHaveLength(1);
    expect(rows[0].text).not.toContain(api_key);
  });
});
