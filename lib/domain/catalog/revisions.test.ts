import { expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { useCatalog } from '@/lib/testing/catalog';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { listRevisions, registerExperience, spansOf, updateExperience } from '.';
import { compareManifests } from './revisions.schema';

useCatalog();

const manifest = (name: string, changes: object = {}) => ({
  ...{ name, version: '1.0.0', summary: 'A game.', category: 'puzzle', tier: 2, publisher: { name: `P ${name}` } },
  rest: { base_url: 'https://reef.example.org' },
  ...changes,
});

async function publish() {
  const owner = await ownerFixture();
  const { agentId } = await agentFixture({ owner });
  const publisher = { agentId, ownerId: owner.ownerId };
  const name = `Reef ${newId()}`;
  const { id } = await registerExperience({ publisher, manifest: manifest(name) });
  const save = (changes: object) =>
    updateExperience({ publisher, experienceId: id, manifest: manifest(name, changes) });
  return { id, save };
}

it('every saved manifest is a revision with what differs from the one before', async () => {
  const { id, save } = await publish();
  await save({ version: '1.1.0', summary: 'A better game.', tags: ['sea'] });
  const [second, first, ...others] = await listRevisions({ experienceId: id });
  expect(others).toEqual([]);
  expect(first).toMatchObject({ number: 1, version: '1.0.0', changes: [] });
  expect(second).toMatchObject({ number: 2, version: '1.1.0' });
  expect(second?.changes).toEqual(
    expect.arrayContaining([
      { path: 'version', before: '1.0.0', after: '1.1.0' },
      { path: 'summary', before: 'A game.', after: 'A better game.' },
      { path: 'tags', before: '[]', after: '["sea"]' },
    ]),
  );
  expect(second?.changes).toHaveLength(3);
});

it('a long text is cut between characters, never within an emoji', async () => {
  const { id, save } = await publish();
  for (const before of [298, 299]) {
    await save({ summary: `${'x'.repeat(before)}🎲🎲` });
    const [{ changes } = { changes: [] }] = await listRevisions({ experienceId: id });
    expect(changes).toMatchObject([{ path: 'summary', after: `${'x'.repeat(before)}…` }]);
  }
});

it('a manifest that is refused is no revision', async () => {
  const { id, save } = await publish();
  await expect(save({ version: 'one' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await listRevisions({ experienceId: id })).toHaveLength(1);
});

it('of manifests that are saved together each is a revision of its own', async () => {
  const { id, save } = await publish();
  await Promise.all(['1.1.0', '1.2.0', '1.3.0'].map((version) => save({ version })));
  const revisions = await listRevisions({ experienceId: id });
  expect(revisions.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  for (const [index, { changes }] of revisions.slice(0, 3).entries())
    expect(changes).toContainEqual({
      path: 'version',
      before: revisions[index + 1]?.version,
      after: revisions[index]?.version,
    });
});

it('a version holds from its revision to the next, each time that it was saved', () => {
  const revision = (number: number, version: string) => ({
    ...{ number, version, changes: [] },
    at: `2026-01-0${number}T00:00:00.000Z`,
  });
  const revisions = [revision(3, '1.0.0'), revision(2, '2.0.0'), revision(1, '1.0.0')];
  const at = (day: number) => new Date(`2026-01-0${day}T00:00:00.000Z`);
  expect(spansOf(revisions, '1.0.0')).toEqual([
    { from: new Date(0), to: at(2) },
    { from: at(3), to: null },
  ]);
  expect(spansOf(revisions, '2.0.0')).toEqual([{ from: at(2), to: at(3) }]);
  expect(spansOf(revisions, '3.0.0')).toEqual([]);
});

it('manifests are compared to the depth of their objects, with long texts cut', () => {
  const before = { name: 'Reef', mcp: { server_url: 'https://a', auth: 'none' }, tags: ['a'] };
  const after = { name: 'Reef', mcp: { server_url: 'https://b' }, tags: ['a'], summary: 'x'.repeat(1_000) };
  const changes = compareManifests(before, after);
  expect(changes).toEqual([
    { path: 'mcp.server_url', before: 'https://a', after: 'https://b' },
    { path: 'mcp.auth', before: 'none', after: null },
    { path: 'summary', before: null, after: expect.stringMatching(/^x{299}…$/) },
  ]);
});
