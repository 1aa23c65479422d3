import { describe, expect, it } from 'vitest';
import { REMOTE_KIND_NAMES } from '@/lib/gateway';
import {
  faultsByField,
  inManifestOrder,
  newDraft,
  parseDraft,
  readAt,
  serverKindOf,
  textsAt,
  withServerKind,
  withTier,
  writeAt,
} from './manifest-edit';
import { SERVER_KINDS } from './server-kinds';

describe('writeAt', () => {
  it('changes one field and no other, known or unknown', () => {
    const draft = { a: { b: 1, c: 2 }, unknown: [1] };
    expect(writeAt(draft, ['a', 'b'], 3)).toEqual({ a: { b: 3, c: 2 }, unknown: [1] });
    expect(draft.a.b).toBe(1);
  });

  it('creates the objects on the path', () => {
    expect(writeAt({}, ['ws', 'url'], 'ws://x')).toEqual({ ws: { url: 'ws://x' } });
  });

  it('removes an emptied field together with the object that it leaves empty', () => {
    expect(writeAt({ ws: { url: 'x' }, a: 1 }, ['ws', 'url'], '')).toEqual({ a: 1 });
    expect(writeAt({ ws: { url: 'x', more: 1 } }, ['ws', 'url'], '')).toEqual({ ws: { more: 1 } });
  });

  it('keeps the order of known fields', () => {
    expect(Object.keys(writeAt({ a: 1, b: 2, c: 3 }, ['b'], 9))).toEqual(['a', 'b', 'c']);
  });
});

describe('reading', () => {
  it('returns undefined below a value that is not an object', () => {
    expect(readAt({ a: 'text' }, ['a', 'b'])).toBeUndefined();
    expect(textsAt({ tags: ['x', 1, null, 'y'] }, ['tags'])).toEqual(['x', 'y']);
  });

  it('names the fault of a text that is not a manifest', () => {
    expect(parseDraft('{"a":1}')).toEqual({ draft: { a: 1 } });
    expect(parseDraft('[1]')).toHaveProperty('fault');
    expect(parseDraft('{')).toHaveProperty('fault');
  });
});

describe('protocol and tier', () => {
  it('changes from each kind of server to each other, and keeps one', () => {
    for (const from of SERVER_KINDS) {
      for (const to of SERVER_KINDS) {
        const draft = withServerKind(withServerKind(newDraft('Me'), from), to);
        expect(serverKindOf(draft)).toBe(to);
        expect(SERVER_KINDS.filter(({ kind }) => kind in draft)).toEqual([to]);
      }
    }
    expect(readAt(newDraft('Me'), ['mcp', 'required_tools'])).toContain('session.step');
  });

  it('lists the kinds of the gateway in the same order', () => {
    expect(SERVER_KINDS.map(({ kind }) => kind)).toEqual(REMOTE_KIND_NAMES);
  });

  it('removes the server of a link, and asks for one when it becomes playable again', () => {
    const link = withTier(newDraft('Me'), 1);
    expect(Object.keys(link)).toEqual(expect.not.arrayContaining(['mcp', 'rest', 'sessions']));
    expect(withTier(link, 2)).toHaveProperty('mcp');
  });
});

it('shows a stored manifest in the order of the form, with unknown keys last', () => {
  const stored = {
    mcp: { auth: 'none', server_url: 'u' },
    zeta: { url: 1, mode: 2 },
    name: 'x',
    lobby_config_schema: { url: 1, mode: 2 },
  };
  expect(JSON.stringify(inManifestOrder(stored))).toBe(
    '{"name":"x","mcp":{"server_url":"u","auth":"none"},"lobby_config_schema":{"url":1,"mode":2},"zeta":{"mode":2,"url":1}}',
  );
});

it('maps faults to the fields of the form', () => {
  expect(faultsByField({ 'manifest.mcp.server_url': 'bad', manifest: 'whole' })).toEqual({
    'mcp.server_url': 'bad',
    '': 'whole',
  });
});
