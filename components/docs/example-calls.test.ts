import { describe, expect, it } from 'vitest';
import { exampleCalls, restCall } from './example-calls';

const join = {
  name: 'lobby.join',
  rest: { method: 'POST', path: '/api/lobbies/{game_session_id}/join' },
  examples: [],
};
const list = { name: 'experiences.list', rest: { method: 'GET', path: '/api/experiences' }, examples: [] };

describe('restCall', () => {
  it('takes path parameters out of the body', () => {
    expect(restCall(join, { game_session_id: 'a b', role: 'player' })).toEqual({
      method: 'POST',
      path: '/api/lobbies/a%20b/join',
      body: { role: 'player' },
    });
  });

  it('puts the arguments of a GET into the query', () => {
    expect(restCall(list, { search: 'chess & go', limit: 5 }).path).toBe(
      '/api/experiences?search=chess+%26+go&limit=5',
    );
  });

  it('uses POST /api/tools/{name} for a tool without a route', () => {
    expect(restCall({ ...list, rest: null }, { a: 1 })).toEqual({
      method: 'POST',
      path: '/api/tools/experiences.list',
      body: { a: 1 },
    });
  });
});

describe('exampleCalls', () => {
  it('quotes the body for a shell', () => {
    const [, rest] = exampleCalls({
      tool: { ...join, examples: [{ game_session_id: 'x', role: "o'r" }] },
      origin: 'http://h',
      key: 'k',
    });
    expect(rest?.text).toContain(`-d '{"role":"o'\\''r"}'`);
  });
});
