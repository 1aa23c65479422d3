import { describe, expect, it } from 'vitest';
import { failureOf } from './request';

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
