import { runCleanups } from '@/lib/core/cleanup';
import type { DueEntry } from '@/lib/core/due';
import { withAdvisoryLock } from '@/lib/data/advisory-lock';
import { makeMonths } from '@/lib/data/months/make-months';
import { removeMonths } from '@/lib/data/months/remove-months';
import { makeDueBackup, nextBackupDue } from '@/lib/domain/backups';
import { pollLiveStatuses, storePlayerCounts } from '@/lib/domain/catalog';
import { reencryptCredentials } from '@/lib/domain/credentials';
import { nextEventDue, openDueEvents } from '@/lib/domain/demand';
import { digestDue, nextDigestDue, sendDueDigests } from '@/lib/domain/digests';
import { exportDue, makeDueExports, nextExportDue } from '@/lib/domain/exports';
import { noticeOutage } from '@/lib/domain/failures';
import {
  advanceLeftoverLeagues,
  fixtureDue,
  leagueStartDue,
  nextFixtureDue,
  nextLeagueStart,
  nextNightDue,
  nextTranscriptDue,
  refereeDueFixtures,
  refereeIdle,
  runBracketNights,
  startDueLeagues,
  transcriptDue,
  writeDueTranscripts,
} from '@/lib/domain/leagues';
import { cancelIdleLobbies, fillDueLobbies } from '@/lib/domain/lobbies';
import { mailDue, nextMailDue, sendDueMails } from '@/lib/domain/mail';
import {
  closeLeftoverMatches,
  fireDueMatches,
  matchDue,
  nextMatchDue,
  startMissingExhibitions,
} from '@/lib/domain/matches';
import {
  deliveriesFinished,
  deliveryDue,
  nextDeliveryDue,
  nextPushDue,
  pushDue,
  pushesFinished,
  reencryptPushBrowsers,
  reencryptWebhooks,
  sendDueDeliveries,
  sendDuePushes,
} from '@/lib/domain/notifications';
import { endIdleRelaySessions } from '@/lib/domain/relay';
import { countPlayers } from '@/lib/domain/seating';
import { reencryptAuthenticators } from '@/lib/domain/second-factors';
import { endIdleSessions, endSessionsOfClosedPages } from '@/lib/domain/sessions';
import {
  closeIdleSocialLobbies,
  expireDueProposals,
  nextProposalDue,
  openLeftoverGameLobbies,
} from '@/lib/domain/social';
import { countMinute } from '@/lib/domain/status';
import { notifyPeopleOfTurns, remindOfMoves } from '@/lib/domain/todo';
import { compareListedTools, sweepVerifications, waitForVerifications } from '@/lib/domain/verification';
import { fireTown, nextTownDue, townDue } from '@/lib/domain/werewolf';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Work that may wait begins after the first calls. */
const AFTER_START_MS = 2 * SECOND_MS;

/** Runs `work` in one process at a time; in the others it does nothing. */
const inOneProcess = (name: string, work: (stopping: AbortSignal) => Promise<unknown>) => (stopping: AbortSignal) =>
  withAdvisoryLock(name, () => work(stopping));

/**
 * Work with due times. Each entry may run in several processes at the same time: rows are locked or checked by version.
 * Ending an idle session calls a remote experience first, so that entry runs in one process at a time.
 */
export const DUE_ENTRIES: readonly DueEntry[] = [
  { name: 'matches', next: nextMatchDue, fire: fireDueMatches, maxSleepMs: SECOND_MS, signal: matchDue },
  {
    name: 'leagues.referee',
    next: nextFixtureDue,
    fire: refereeDueFixtures,
    maxSleepMs: SECOND_MS,
    signal: fixtureDue,
    finished: refereeIdle,
  },
  {
    name: 'leagues.transcripts',
    next: nextTranscriptDue,
    fire: writeDueTranscripts,
    maxSleepMs: 5 * SECOND_MS,
    signal: transcriptDue,
  },
  {
    name: 'leagues.start',
    next: nextLeagueStart,
    fire: startDueLeagues,
    maxSleepMs: 10 * SECOND_MS,
    signal: leagueStartDue,
  },
  { name: 'leagues.leftover', fire: advanceLeftoverLeagues, maxSleepMs: MINUTE_MS },
  { name: 'leagues.bracket_night', next: nextNightDue, fire: runBracketNights, maxSleepMs: MINUTE_MS },
  { name: 'lobbies.fill', fire: () => fillDueLobbies(), maxSleepMs: SECOND_MS },
  {
    name: 'webhooks.send',
    next: nextDeliveryDue,
    fire: sendDueDeliveries,
    maxSleepMs: 10 * SECOND_MS,
    signal: deliveryDue,
    finished: deliveriesFinished,
  },
  {
    name: 'push.send',
    next: nextPushDue,
    fire: sendDuePushes,
    maxSleepMs: 10 * SECOND_MS,
    signal: pushDue,
    finished: pushesFinished,
  },
  { name: 'matches.close_leftovers', fire: closeLeftoverMatches, maxSleepMs: 5 * SECOND_MS },
  {
    name: 'correspondence.remind',
    fire: () => Promise.all([remindOfMoves(), notifyPeopleOfTurns()]),
    maxSleepMs: MINUTE_MS,
  },
  { name: 'matches.exhibitions', fire: startMissingExhibitions, maxSleepMs: 5 * SECOND_MS },
  { name: 'lobbies.cancel_idle', fire: (stopping) => cancelIdleLobbies(undefined, stopping), maxSleepMs: MINUTE_MS },
  {
    name: 'social.proposals',
    next: nextProposalDue,
    fire: () => Promise.all([expireDueProposals(), openLeftoverGameLobbies()]),
    maxSleepMs: 5 * SECOND_MS,
  },
  { name: 'town', next: nextTownDue, fire: fireTown, maxSleepMs: 5 * SECOND_MS, signal: townDue },
  { name: 'demand.open_lobbies', next: nextEventDue, fire: () => openDueEvents(), maxSleepMs: 5 * SECOND_MS },
  {
    name: 'relay.end_idle',
    fire: inOneProcess('relay.end_idle', () => endIdleRelaySessions()),
    maxSleepMs: 10 * MINUTE_MS,
  },
  { name: 'social.close_idle', fire: () => closeIdleSocialLobbies(), maxSleepMs: 10 * MINUTE_MS },
  {
    name: 'sessions.end_idle',
    fire: inOneProcess('sessions.end_idle', (stopping) => endIdleSessions(undefined, stopping)),
    maxSleepMs: MINUTE_MS,
  },
  {
    name: 'sessions.end_closed_pages',
    fire: inOneProcess('sessions.end_closed_pages', (stopping) => endSessionsOfClosedPages(undefined, stopping)),
    maxSleepMs: 10 * SECOND_MS,
  },
  {
    name: 'experiences.poll',
    fire: (stopping) =>
      Promise.all([
        pollLiveStatuses({ stopping, onTools: compareListedTools, onPolled: noticeOutage }),
        countPlayers().then(storePlayerCounts),
      ]),
    maxSleepMs: MINUTE_MS,
    firstAfterMs: AFTER_START_MS,
  },
  {
    name: 'mail',
    signal: mailDue,
    next: nextMailDue,
    fire: sendDueMails,
    maxSleepMs: MINUTE_MS,
  },
  { name: 'digests', signal: digestDue, next: nextDigestDue, fire: sendDueDigests, maxSleepMs: MINUTE_MS },
  { name: 'exports', signal: exportDue, next: nextExportDue, fire: makeDueExports, maxSleepMs: MINUTE_MS },
  {
    name: 'experiences.verify',
    fire: inOneProcess('experiences.verify', sweepVerifications),
    maxSleepMs: MINUTE_MS,
    firstAfterMs: AFTER_START_MS,
    finished: waitForVerifications,
  },
  {
    name: 'secrets.reencrypt',
    fire: inOneProcess('secrets.reencrypt', async (stopping) => {
      await reencryptCredentials(stopping);
      await reencryptWebhooks(stopping);
      await reencryptPushBrowsers(stopping);
      await reencryptAuthenticators(stopping);
    }),
    maxSleepMs: HOUR_MS,
    firstAfterMs: AFTER_START_MS,
  },
  {
    name: 'months',
    fire: inOneProcess('months', async (stopping) => {
      await makeMonths(stopping);
      await removeMonths(stopping);
    }),
    maxSleepMs: HOUR_MS,
    firstAfterMs: AFTER_START_MS,
  },
  {
    name: 'backups',
    next: nextBackupDue,
    fire: makeDueBackup,
    maxSleepMs: MINUTE_MS,
    firstAfterMs: AFTER_START_MS,
  },
  {
    name: 'status',
    fire: () => countMinute(),
    maxSleepMs: MINUTE_MS,
    firstAfterMs: AFTER_START_MS,
    isOfEveryProcess: true,
  },
  { name: 'cleanups', fire: inOneProcess('cleanups', runCleanups), maxSleepMs: HOUR_MS, firstAfterMs: AFTER_START_MS },
];
