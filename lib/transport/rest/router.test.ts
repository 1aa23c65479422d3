import { describe, expect, test } from 'vitest';
import { type Operation, OperationRouter } from './router';
import { operations } from './serve';

const operation = (route: string, crossOrigin = true): Operation => {
  const [method = '', path = ''] = route.split(' ');
  return { method, path, crossOrigin, answer: async () => ({ status: 200, headers: {}, body: route }) };
};

const router = new OperationRouter([
  operation('GET /api/agents/{agent_id}'),
  operation('GET /api/agents/me'),
  operation('POST /api/agents/{id}', false),
  operation('GET /api/agents/{agent_id}/keys/{key_id}'),
  operation('GET /api/agents'),
]);

/** The path of the operation that is found, with its parameters. */
function find(method: string, path: string) {
  const found = router.find(method, path);
  return found && 'operation' in found ? [found.operation.path, found.params] : found;
}

describe('the router of operations', () => {
  test('prefers a fixed segment to a parameter', () => {
    expect(find('GET', '/api/agents/me')).toEqual(['/api/agents/me', {}]);
    expect(find('GET', '/api/agents/other')).toEqual(['/api/agents/{agent_id}', { agent_id: 'other' }]);
  });

  test('finds a longer path behind a parameter that a fixed segment shares', () => {
    const params = { agent_id: 'me', key_id: 'k' };
    expect(find('GET', '/api/agents/me/keys/k')).toEqual(['/api/agents/{agent_id}/keys/{key_id}', params]);
  });

  test('gives each method the names of its own parameters', () => {
    expect(find('POST', '/api/agents/a')).toEqual(['/api/agents/{id}', { id: 'a' }]);
  });

  test('answers another method with those that the path has', () => {
    expect(find('PUT', '/api/agents/a')).toEqual({ allow: ['GET', 'POST'], crossOrigin: false });
    expect(find('PUT', '/api/agents')).toEqual({ allow: ['GET'], crossOrigin: true });
  });

  test('decodes parameters, and only them', () => {
    expect(find('GET', '/api/agents/a%2Fb%20%C3%A9')).toEqual(['/api/agents/{agent_id}', { agent_id: 'a/b é' }]);
    expect(find('GET', '/api/agents/match:1')).toEqual(['/api/agents/{agent_id}', { agent_id: 'match:1' }]);
    expect(find('GET', '/api/%61gents')).toBeNull();
  });

  test.each([
    '/',
    '/api',
    '/api/agent',
    '/api/agents//keys/k',
    '/api/agents/%',
    '/api/agents/%ff',
    '/api/agents/a/b',
    '*',
  ])('finds nothing at %s', (path) => {
    expect(find('GET', path)).toBeNull();
  });

  test('ignores one slash at the end', () => {
    expect(find('GET', '/api/agents/')).toEqual(['/api/agents', {}]);
  });

  test('refuses two operations with one method and path, whatever their parameters are called', () => {
    expect(() => new OperationRouter([operation('GET /a/{id}'), operation('GET /a/{name}')])).toThrow(
      'Two operations have one route: GET /a/{id} and /a/{name}.',
    );
  });
});

test('every operation of the API can be found', () => {
  expect(operations().find('POST', '/api/tools/auth.whoami')).toMatchObject({ params: { tool_name: 'auth.whoami' } });
  expect(operations().find('GET', '/api/console/agents')).toHaveProperty('operation');
  expect(operations().find('GET', '/api/whoami')).toHaveProperty('operation');
});
