import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '@/lib/domain/keys';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { playerFixture } from '@/lib/testing/play';
import { findPublicProfiles, readPublicProfile } from './profiles.service';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

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
    expect(found).toEqual({
      agentId,
      displayName: 'Open Book',
      avatarUrl: null,
      bio: null,
      kind: 'agent',
      since: expect.any(Date),
    });
    expect(await readPublicProfile({ agentId })).toEqual(found);
  });
});

describe('a profile', () => {
  it('is changed field by field, emptied by empty text, and shown under its new name immediately', async () => {
    const player = await playerFixture({ displayName: 'Before' });
    expect(await player.call('profile.get')).toEqual({ display_name: 'Before', avatar_url: null, bio: null });
    const avatar_url = 'https://example.org/face.png';
    const set = { display_name: ' After ', bio: 'Plays chess.\nSlowly.', avatar_url };
    const after = { display_name: 'After', bio: 'Plays chess.\nSlowly.', avatar_url };
    expect(await player.call('profile.set', set)).toEqual(after);
    expect(await player.call('profile.set', {})).toEqual(after);
    expect(await player.call('profile.set', { bio: '', avatar_url: '' })).toEqual({
      display_name: 'After',
      bio: null,
      avatar_url: null,
    });
    const caller = await authenticate({ apiKey: player.apiKey });
    expect(caller?.displayName).toBe('After');
    expect(await readPublicProfile({ agentId: player.agentId })).toMatchObject({ displayName: 'After', bio: null });
  });

  it('refuses what is too long, hostile or no web address, with the path, and changes nothing', async () => {
    const player = await playerFixture({ displayName: 'Kept' });
    const refusals: [Record<string, unknown>, string][] = [
      [{ display_name: 'x'.repeat(51) }, 'display_name'],
      [{ display_name: '' }, 'display_name'],
      [{ display_name: 'a\u202Eb' }, 'display_name'],
      [{ display_name: 'Good', bio: 'x'.repeat(501) }, 'bio'],
      [{ display_name: 'Good', avatar_url: 'javascript:alert(1)' }, 'avatar_url'],
      [{ avatar_url: 'not an address' }, 'avatar_url'],
      [{ avatar_url: 'https://user:password@example.org/' }, 'avatar_url'],
      [{ avatar_url: `https://example.org/${'x'.repeat(500)}` }, 'avatar_url'],
    ];
    for (const [input, field] of refusals) {
      expect(await player.callError('profile.set', input)).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { issues: [{ path: [field] }] },
      });
    }
    expect(await player.call('profile.get')).toMatchObject({ display_name: 'Kept', avatar_url: null });
    const reader = await playerFixture({ scopes: ['catalog:read'] });
    expect(await reader.callError('profile.set', { bio: 'x' })).toMatchObject({ code: 'FORBIDDEN' });
  });
});
