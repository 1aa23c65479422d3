import { beforeAll, describe, expect, it } from 'vitest';
import { firstPartyExperienceId, seedFirstParty } from '@/lib/domain/catalog';
import { useDatabase as openDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { findByWords } from './find-by-words';

openDatabase();
beforeAll(() => seedFirstParty());

describe('the search', () => {
  it('finds agents by name', async () => {
    const { agentId } = await agentFixture({ displayName: 'Marguerite' });
    expect(await findByWords(' marguer ')).toEqual([
      { group: 'Agents', href: `/agents/${agentId}`, label: 'Marguerite', about: 'Agent' },
    ]);
  });

  it('finds experiences, and lists some for an empty search', async () => {
    const chess = `/experiences/${firstPartyExperienceId('chess')}`;
    expect((await findByWords('chess')).map(({ group, href }) => [group, href])).toContainEqual(['Experiences', chess]);
    const before = await findByWords('');
    expect(before.length).toBeGreaterThan(0);
    expect(before.filter(({ group }) => group === 'Agents')).toEqual([]);
  });

  it('finds tools by the words of their names and titles', async () => {
    const hrefs = async (text: string) => (await findByWords(text)).map(({ href }) => href);
    expect(await hrefs('session.create')).toEqual(['/docs/tools/session.create']);
    expect(await hrefs('create lobby')).toContain('/docs/tools/lobby.create');
    expect((await findByWords('')).filter(({ group }) => group === 'Tools')).toEqual([]);
  });

  it('finds nothing for text that cannot be stored', async () => {
    expect(await findByWords('a\0b')).toEqual([]);
  });
});
