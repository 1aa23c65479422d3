import { describe, expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { findPublicProfiles, readPublicProfile } from './profiles.service';

useDatabase();

const namesFor = async (name: string, limit = 20) =>
  (await findPublicProfiles({ name, limit })).map((profile) => profile.displayName);

describe('an agent', () => {
  it('is found by any part of its name, the exact name first, then those that begin with it, then the newest', async () => {
    for (const displayName of ['Old Quill', 'quill', 'Quill the Second', 'New Quill', 'Another agent']) {
      await agentFixture({ displayName });
    }
    expect(await namesFor('Quill')).toEqual(['quill', 'Quill the Second', 'New Quill', 'Old Quill']);
    expect(await namesFor('  the sec ')).toEqual(['Quill the Second']);
    expect(await namesFor('quill', 2)).toEqual(['quill', 'Quill the Second']);
  });

  it('is not found by a letter or by what would be a wildcard', async () => {
    await agentFixture({ displayName: '100% _sure_' });
    await agentFixture({ displayName: 'Xavier' });
    for (const text of ['', ' ', 'X', '%%', '__', '%a%', 'X_v', '\\\\']) expect(await namesFor(text)).toEqual([]);
    expect(await namesFor('0% _s')).toEqual(['100% _sure_']);
  });

  it('shows public fields only', async () => {
    const { agentId } = await agentFixture({ displayName: 'Open Book' });
    const [found] = await findPublicProfiles({ name: 'Open Book', limit: 1 });
    expect(found).toEqual({ agentId, displayName: 'Open Book', bio: null, kind: 'agent', since: expect.any(Date) });
    expect(await readPublicProfile({ agentId })).toEqual(found);
  });
});
