import { describe, expect, it } from 'vitest';
import { failureOf, outlivesPage } from './request';

const failureFor = (code: string, message = 'Something happened.') =>
  failureOf(409, { error: { code, message, retryable: false } });

describe('a failed request', () => {
  it('has the message of the answer', () => {
    expect(failureFor('AGENT_BUSY', 'You are playing Chess already.').message).toBe('You are playing Chess already.');
  });

  it('has a hint for people, not the one for programs', () => {
    for (const code of ['AGENT_BUSY', 'VALIDATION_ERROR', 'UNAUTHENTICATED'])
      expect(failureFor(code).hint).not.toMatch(/details|call again|Authorization/);
    expect(failureFor('LOBBY_FULL').hint).toMatch(/another lobby/);
    expect(failureFor('NO_SUCH_CODE').hint).toBe('');
  });
});

describe('a request that changes something', () => {
  it('goes on when its page is closed, unless it is larger than a browser keeps alive', () => {
    expect(outlivesPage('POST', JSON.stringify({ text: 'A corner, as always.' }))).toBe(true);
    expect(outlivesPage('DELETE', undefined)).toBe(true);
    expect(outlivesPage('PUT', 'x'.repeat(70_000))).toBe(false);
    expect(outlivesPage('GET', undefined)).toBe(false);
  });
});
