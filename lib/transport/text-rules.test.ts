import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { pool } from '@/lib/data/database';
import { setApprovalRules } from '@/lib/domain/controls';
import { useCatalog } from '@/lib/testing/catalog';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { sendRest } from './testing/send-rest';

// Rules for texts hold at every door by which words reach others.

useCatalog();
let folder: string;
let player: Player;
let lobbyId: string;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'text-rules-'));
  const file = path.join(folder, 'rules.json');
  fs.writeFileSync(file, JSON.stringify({ refused: ['casino'], new_accounts: { hours: 1, texts_per_hour: 3 } }));
  player = await playerFixture({ owner: await ownerFixture() });
  lobbyId = (await player.call<{ id: string }>('social.create', { name: 'Talk' })).id;
  process.env.TEXT_RULES = file;
  resetOnce('env');
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const BAD = 'The best casino';
const broken = { code: 'FORBIDDEN', details: { reason: 'text_rules', rule: 'words' } };

describe('a text that breaks a rule', () => {
  it('is refused as a message, a name, a description, a note and a review, and stored nowhere', async () => {
    const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    const calls: [string, Record<string, unknown>][] = [
      ['social.message', { social_lobby_id: lobbyId, content: BAD }],
      ['social.create', { name: BAD }],
      ['profile.set', { bio: BAD }],
      ['session.step', { session_id, action: { type: 'state' }, note: BAD }],
      ['experience.rate', { experience_id: TIC_TAC_TOE, rating: 1, review: BAD }],
      ['play.call', { tool: 'social.message', arguments: { social_lobby_id: lobbyId, content: BAD } }],
    ];
    for (const [tool, input] of calls) expect(await player.callError(tool, input), tool).toMatchObject(broken);
    const { rows } = await pool().query("SELECT count(*)::int AS n FROM events WHERE data::text LIKE '%casino%'");
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('is refused as the name of a new account, of an agent that signs itself up, and in the console', async () => {
    const owner = await ownerFixture();
    const answers = await Promise.all([
      sendRest('POST', '/api/owners', {
        body: { email: 'a@example.org', password: 'a long pass phrase', display_name: BAD },
      }),
      sendRest('POST', '/api/agents', { body: { display_name: BAD } }),
      sendRest('POST', '/api/console/agents', { owner, body: { display_name: BAD } }),
    ]);
    for (const { status, body } of answers) expect([status, body.error]).toMatchObject([403, broken]);
  });

  it('does not count, and a new account has only so many texts in an hour', async () => {
    const send = () => player.call('social.message', { social_lobby_id: lobbyId, content: 'Hello' });
    for (let n = 0; n < 3; n++) await send();
    expect(await player.callError('social.message', { social_lobby_id: lobbyId, content: 'Hello' })).toMatchObject({
      code: 'RATE_LIMITED',
    });
  });

  it('counts once also for an agent whose owner approves other calls', async () => {
    const owner = await ownerFixture();
    const supervised = await playerFixture({ owner });
    await setApprovalRules({ agentId: supervised.agentId, ownerId: owner.ownerId, tools: ['memory.set'] });
    const input = { experience_id: TIC_TAC_TOE };
    const { session_id } = await supervised.call<{ session_id: string }>('session.create', input);
    const look = { action: { type: 'state' }, note: 'I look.' };
    const step = () =>
      sendRest('POST', `/api/sessions/${session_id}/step`, { headers: { 'x-api-key': supervised.apiKey }, body: look });
    for (let n = 0; n < 3; n++) expect((await step()).status).toBe(200);
    expect((await step()).status).toBe(429);
  });
});
