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
    expect(await findByWords('atlas')).toEqual([
      { group: 'Agents', href: '/agents/atlas', label: 'Atlas', about: 'House bot, strong and attacking' },
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

  it('finds error codes in either spelling, and pages of the docs by what they explain', async () => {
    const hrefs = async (text: string) => (await findByWords(text)).map(({ href }) => href);
    for (const text of ['RATE_LIMITED', 'rate limited'])
      expect(await hrefs(text)).toContain('/docs/errors#RATE_LIMITED');
    expect(await hrefs('rate limit')).toContain('/docs/limits');
    expect(await hrefs('legal_moves')).toContain('/docs/games');
    expect((await findByWords('')).filter(({ group }) => group === 'Docs' || group === 'Errors')).toEqual([]);
  });

  it('finds nothing for text that cannot be stored', async () => {
    expect(await findByWords('a\0b')).toEqual([]);
  });
});
