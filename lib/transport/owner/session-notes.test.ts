import { describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { deleteAccount, deleteAgent } from '@/lib/domain/deletion';
import { useCatalog } from '@/lib/testing/catalog';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { prisma } from '@/lib/testing/prisma';
import { sendRest } from '@/lib/transport/testing/send-rest';

useCatalog();

/** An agent of an owner with a session of one step. */
async function played(owner: OwnerFixture) {
  const player = await playerFixture({ owner });
  const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
  await player.call('session.step', { session_id, action: { type: 'state' } });
  return { agentId: player.agentId, sessionId: session_id };
}

const pathOf = (sessionId: string) => `/api/console/sessions/${sessionId}/notes`;
const write = (owner: OwnerFixture | null, sessionId: string, body: object) =>
  sendRest('POST', pathOf(sessionId), { owner, body });
const list = async (owner: OwnerFixture, sessionId: string) =>
  (await sendRest('GET', pathOf(sessionId), { owner })).body.notes;

describe('a note about a session', () => {
  test('is listed with those of the whole session first, then by step, and can be changed and deleted', async () => {
    const owner = await ownerFixture();
    const { sessionId } = await played(owner);
    expect(await list(owner, sessionId)).toEqual([]);
    const { status, body: ofStep } = await write(owner, sessionId, { step: 1, text: 'Looks only' });
    expect(status).toBe(201);
    await write(owner, sessionId, { text: '  A dull game\nfrom the start  ' });
    const path = `${pathOf(sessionId)}/${ofStep.note_id}`;
    const changed = await sendRest('PATCH', path, { owner, body: { text: 'Looks before it moves' } });
    expect(changed.body).toMatchObject({ note_id: ofStep.note_id, step: 1, text: 'Looks before it moves' });
    expect(await list(owner, sessionId)).toMatchObject([
      { step: null, text: 'A dull game\nfrom the start' },
      { step: 1, text: 'Looks before it moves' },
    ]);
    expect((await sendRest('DELETE', path, { owner })).body).toEqual({ deleted: true });
    expect((await sendRest('DELETE', path, { owner })).status).toBe(404);
    expect(await list(owner, sessionId)).toHaveLength(1);
  });

  test('is refused with the path of the fault, for a step that does not exist, and changes nothing', async () => {
    const owner = await ownerFixture();
    const { sessionId } = await played(owner);
    const faults: [object, string][] = [
      [{}, 'text'],
      [{ text: '   ' }, 'text'],
      [{ text: 'x'.repeat(2_001) }, 'text'],
      [{ text: 'bell \u0007' }, 'text'],
      [{ text: 'ok', step: -1 }, 'step'],
      [{ text: 'ok', step: 1.5 }, 'step'],
    ];
    for (const [body, path] of faults) {
      const refused = await write(owner, sessionId, body);
      expect(refused.status).toBe(400);
      expect(refused.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: [path] }] } });
    }
    expect((await write(owner, sessionId, { text: 'ok', step: 7 })).status).toBe(404);
    expect(await list(owner, sessionId)).toEqual([]);
  });

  test('is read, written, changed and deleted by the owner of the agent alone', async () => {
    const [owner, other] = [await ownerFixture(), await ownerFixture()];
    const { sessionId } = await played(owner);
    const { body: note } = await write(owner, sessionId, { text: 'Mine' });
    const path = `${pathOf(sessionId)}/${note.note_id}`;
    expect((await write(null, sessionId, { text: 'x' })).status).toBe(401);
    expect((await write(other, sessionId, { text: 'x' })).status).toBe(404);
    expect((await sendRest('GET', pathOf(sessionId), { owner: other })).status).toBe(404);
    expect((await sendRest('PATCH', path, { owner: other, body: { text: 'x' } })).status).toBe(404);
    expect((await sendRest('DELETE', path, { owner: other })).status).toBe(404);
    expect((await write(owner, newId(), { text: 'x' })).status).toBe(404);
    expect(await list(owner, sessionId)).toMatchObject([{ text: 'Mine' }]);
  });

  test('is one of at most 100 of a session, also when many are written at the same time', async () => {
    const owner = await ownerFixture();
    const { sessionId } = await played(owner);
    const at = new Date();
    await prisma().sessionNote.createMany({
      data: Array.from({ length: 98 }, () => ({
        id: newId(),
        ownerId: owner.ownerId,
        sessionId,
        text: 'Earlier',
        createdAt: at,
        updatedAt: at,
      })),
    });
    const answers = await Promise.all(Array.from({ length: 6 }, () => write(owner, sessionId, { text: 'Now' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429, 429]);
    expect(await list(owner, sessionId)).toHaveLength(100);
  });

  test('goes with its agent, and with the account', async () => {
    const owner = await ownerFixture();
    const [first, second] = [await played(owner), await played(owner)];
    for (const { sessionId } of [first, second]) await write(owner, sessionId, { text: 'Gone soon' });
    const count = () => prisma().sessionNote.count({ where: { ownerId: owner.ownerId } });
    await deleteAgent({ agentId: first.agentId, ownerId: owner.ownerId });
    expect(await count()).toBe(1);
    await deleteAccount({ ownerId: owner.ownerId, confirmation: owner.email });
    expect(await count()).toBe(0);
  });
});
