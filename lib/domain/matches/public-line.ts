import { shortenText } from '@/lib/core/cut-text';
import type { Seat } from '@/lib/core/game';
import type { StreamEvent } from '@/lib/core/stream';

/** A card has two lines. */
const MAX_WORDS = 160;

/**
 * One line about a public event of a match, with `{0}` for the name of the first seat: what the platform says about it, or what a
 * player said in it. Null for any other event.
 */
export function publicLine({ type, data }: Pick<StreamEvent, 'type' | 'data'>): string | null {
  if (type === 'message_sent' && typeof data.message === 'string') return saidLine(seatOfSpeaker(data), data.message);
  return typeof data.commentary === 'string' ? data.commentary : null;
}

/** The words are text of anyone: braces in them must not become names. */
function saidLine(seat: Seat | null, message: string): string | null {
  const words = message.replace(/[{}]/g, '').replace(/\s+/g, ' ').trim();
  if (seat === null || words === '') return null;
  return `{${seat}} says: “${shortenText(words, MAX_WORDS)}”`;
}

function seatOfSpeaker({ playerId }: StreamEvent['data']): Seat | null {
  const number = typeof playerId === 'string' ? /^p:(\d+)$/.exec(playerId)?.[1] : undefined;
  return number === undefined ? null : Number(number) - 1;
}
