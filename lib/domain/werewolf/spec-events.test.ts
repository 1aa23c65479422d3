import { expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import type { StreamEvent } from '@/lib/core/stream';
import { toSpecEvent } from './spec-events';

it('narrates that a match was cancelled, with the seed that the commitment of its start is checked by', () => {
  const event = {
    id: newId(),
    stream: 'match:m',
    type: 'match_cancelled',
    audience: 'public',
    at: new Date(0),
    data: { outcome: null, reason: 'everybody_left', seed: 'ab' },
  } as unknown as StreamEvent;
  expect(toSpecEvent(event, null)).toMatchObject({
    type: 'NARRATOR',
    payload: { moment: 'CANCELLED', text: expect.any(String), reason: 'everybody_left', seed: 'ab' },
  });
});
