import { describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { matchStream, sessionStream } from '@/lib/core/stream';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import type { StreamKind } from './stream-kind';
import {
  agentStreamForms,
  followForSpectators,
  grantOmniscience,
  parseStream,
  STREAM_KINDS,
  viewForAgent,
} from './stream-kinds';

useDatabase();

const hasUuids = (kind: StreamKind): boolean => kind.id?.field !== 'league_id';

function nameOf(kind: StreamKind): string {
  if (!kind.id) return kind.name;
  return hasUuids(kind) ? `${kind.name}:${newId()}` : `${kind.name}:league_default`;
}

describe('every stream kind', () => {
  test('has a unique name', () => {
    const names = STREAM_KINDS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(STREAM_KINDS.map((kind) => [kind.name, kind] as const))('%s is found by its names alone', (_name, kind) => {
    const name = nameOf(kind);
    expect(parseStream(name)).toMatchObject({ kind, name });
    if (hasUuids(kind)) expect(parseStream(`${name}x`)).toBeNull();
    for (const wrong of [`${name}-`, `x${name}`, `${kind.name}:`, `${kind.name}:x`, `${kind.name}:../x`, ''])
      expect(parseStream(wrong)).toBeNull();
  });

  test.each(STREAM_KINDS.map((kind) => [kind.name, kind] as const))('%s has readers', (_name, kind) => {
    expect(kind.viewForAgent ?? kind.spectators ?? kind.personal).toBeDefined();
  });

  test('answers an unknown id and an unreadable kind with NOT_FOUND and the names that exist', async () => {
    const { caller } = await agentFixture();
    const names = [matchStream(newId()), sessionStream(newId()), 'live', 'catalog', 'league:x', 'match:x', 'agent:1'];
    for (const name of names) {
      await expect(viewForAgent(caller, name)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: `Unknown stream "${name}". Use ${agentStreamForms()}.`,
      });
    }
    expect(agentStreamForms()).toBe(
      'match:<game_session_id>, werewolf:<matchId>, session:<session_id>, social:<social_lobby_id>, league:<league_id> or me',
    );
  });

  test('is watched only by spectators that the kind admits, under its exact name', async () => {
    const { ownerId } = await ownerFixture();
    const signedIn = async () => ownerId;
    for (const stream of [
      'me',
      'owner',
      `seat:${newId()}`,
      sessionStream(newId()),
      'nothing',
      matchStream(newId()).toUpperCase(),
    ]) {
      expect(() => followForSpectators({ stream, view: 'public' }, () => {})).toThrow(/Unknown stream/);
    }
    for (const stream of ['catalog', 'live', 'lobbies', 'me', matchStream(newId())])
      await expect(grantOmniscience(stream, signedIn)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('a kind may have ids that are not UUIDs', () => {
  expect(parseStream('league:league_default')).toMatchObject({ id: 'league_default' });
  expect(parseStream('league:default')).toBeNull();
});
