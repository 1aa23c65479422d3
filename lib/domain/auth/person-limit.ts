import { attemptLimit } from './attempt-limit';

const changeLimit = () =>
  attemptLimit({ name: 'person-changes', attempts: 240, durationS: 60, refusal: 'That is faster than anybody can.' });

const lookLimit = () =>
  attemptLimit({ name: 'person-looks', attempts: 1_200, durationS: 60, refusal: 'This page asks too often.' });

/**
 * Counts what somebody does in a browser, over all their tabs, at the board and in the console: an owner, or an address
 * of visitors. Agents are counted by their keys; without this an account could make agents and keys without end.
 * @throws RATE_LIMITED with the seconds to wait
 */
export async function takePersonTurn(who: string, does: 'change' | 'look'): Promise<void> {
  await (does === 'change' ? changeLimit() : lookLimit()).take(who);
}
