import { withAdvisoryLock } from '@/lib/data/advisory-lock';
import { nextEventDue, openDueEvents } from '@/lib/domain/demand';
import { nextFixtureDue, nextNightDue, onFixtureDue, refereeDueFixtures, runBracketNights } from '@/lib/domain/leagues';
import { cancelIdleLobbies, fillDueLobbies } from '@/lib/domain/lobbies';
import {
  closeLeftoverMatches,
  fireDueMatches,
  nextMatchDue,
  onDue,
  startMissingExhibitions,
} from '@/lib/domain/matches';
import { nextDeliveryDue, onDeliveryDue, sendDueDeliveries } from '@/lib/domain/notifications';
import { endIdleRelaySessions } from '@/lib/domain/relay';
import { endIdleSessions } from '@/lib/domain/sessions';
import {
  closeIdleSocialLobbies,
  expireDueProposals,
  nextProposalDue,
  openLeftoverGameLobbies,
} from '@/lib/domain/social';
import { fireTown, nextTownDue, onTownDue } from '@/lib/domain/werewolf';

/** Recurring work whose due time is stored in the database. */
export interface DueEntry {
  name: string;
  /** The next due time; null when unknown. */
  next?(): Promise<Date | null>;
  /** Does the work that is due, if any. Starts no more work once `stopping` aborts. */
  fire(stopping: AbortSignal): Promise<unknown>;
  /** The longest time between two calls of `fire`: a process that died may not have announced a due time. */
  maxSleepMs: number;
  /** Calls the listener with each due time that this process sets. Returns a function that unsubscribes. */
  subscribe?(listener: (due: Date) => void): () => void;
}

/** Runs `work` in one process at a time; in the others it does nothing. */
const inOneProcess = (name: string, work: (stopping: AbortSignal) => Promise<unknown>) => (stopping: AbortSignal) =>
  withAdvisoryLock(name, () => work(stopping));

/**
 * Work with due times. Each entry may run in several processes at the same time: rows are locked or checked by version.
 * Ending an idle session calls a remote experience first, so that entry runs in one process at a time.
 */
export const DUE_ENTRIES: readonly DueEntry[] = [
  { name: 'matches', next: nextMatchDue, fire: fireDueMatches, maxSleepMs: 1_000, subscribe: onDue },
  {
    name: 'leagues.referee',
    next: nextFixtureDue,
    fire: refereeDueFixtures,
    maxSleepMs: 1_000,
    subscribe: onFixtureDue,
  },
  { name: 'leagues.bracket_night', next: nextNightDue, fire: runBracketNights, maxSleepMs: 60_000 },
  { name: 'lobbies.fill', fire: () => fillDueLobbies(), maxSleepMs: 1_000 },
  {
    name: 'webhooks.send',
    next: nextDeliveryDue,
    fire: sendDueDeliveries,
    maxSleepMs: 10_000,
    subscribe: onDeliveryDue,
  },
  { name: 'matches.close_leftovers', fire: closeLeftoverMatches, maxSleepMs: 5_000 },
  { name: 'matches.exhibitions', fire: startMissingExhibitions, maxSleepMs: 5_000 },
  { name: 'lobbies.cancel_idle', fire: (stopping) => cancelIdleLobbies(undefined, stopping), maxSleepMs: 60_000 },
  {
    name: 'social.proposals',
    next: nextProposalDue,
    fire: () => Promise.all([expireDueProposals(), openLeftoverGameLobbies()]),
    maxSleepMs: 5_000,
  },
  { name: 'town', next: nextTownDue, fire: fireTown, maxSleepMs: 5_000, subscribe: onTownDue },
  { name: 'demand.open_lobbies', next: nextEventDue, fire: () => openDueEvents(), maxSleepMs: 5_000 },
  { name: 'relay.end_idle', fire: inOneProcess('relay.end_idle', () => endIdleRelaySessions()), maxSleepMs: 600_000 },
  { name: 'social.close_idle', fire: () => closeIdleSocialLobbies(), maxSleepMs: 600_000 },
  {
    name: 'sessions.end_idle',
    fire: inOneProcess('sessions.end_idle', (stopping) => endIdleSessions(undefined, stopping)),
    maxSleepMs: 60_000,
  },
];
