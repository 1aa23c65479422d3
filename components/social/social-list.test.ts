import { expect, test } from 'vitest';
import type { SocialLobbyRecord } from '@/lib/domain/social';
import { listLobbies } from './social-list';

const lobby = (id: string, members = 1) => ({ id, member_count: members }) as SocialLobbyRecord;
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => lobby(id)) as [
  SocialLobbyRecord,
  SocialLobbyRecord,
  SocialLobbyRecord,
  SocialLobbyRecord,
];

test('a page lists every open lobby in the order of the server where it has room', () => {
  expect(listLobbies([b, c], [a, b], 6)).toEqual([a, b]);
});

test('a page without room for all keeps its lobbies, with their members of now, and fills the places of those that ended', () => {
  expect(listLobbies([c, a], [a, b, lobby('c', 5), d], 2)).toEqual([lobby('c', 5), a]);
  expect(listLobbies([c, a], [a, b, d], 2)).toEqual([a, b]);
});
