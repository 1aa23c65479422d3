import { registerCleanup } from '@/lib/core/cleanup';
import { iso, now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { metrics } from '@/lib/core/metrics';
import { listIncidents } from './incidents.service';
import { closeMinute, measureParts } from './measure';
import { addMinutes, deleteOldDays, type Minutes, readMinutes } from './status.repo';
import {
  HISTORY_DAYS,
  type Incident,
  PARTS,
  type Part,
  type PartHistory,
  type PartStatus,
  type SiteStatus,
} from './status.schema';
import { keepStatus } from './status-cache';

/** A minute is counted once by all processes: theirs begin at different seconds. */
const LEAST_GAP_S = 45;
/** Minutes of a day that make its bar: a short hiccup is in the percentage alone. */
const LEAST_MINUTES = 10;
/** Days that are kept while the database is away; beyond it the oldest minutes are lost. */
const MAX_UNCOUNTED = 200;
const DAY_MS = 24 * 3_600_000;

interface State {
  /** Minutes that could not be stored, because the database was away. */
  uncounted: Map<string, Minutes>;
  /** What was read last: shown while the database is away. */
  history: { minutes: Minutes[]; incidents: Incident[] };
}

const state = () => once('status', (): State => ({ uncounted: new Map(), history: { minutes: [], incidents: [] } }));

const dayOf = (at: Date): string => iso(at).slice(0, 10);

const GAUGE_VALUES = { online: 1, degraded: 0.5, offline: 0 };

/** Shows the statuses in the metrics; a part that is not set up has none. */
function showStatuses(statuses: Record<Part, PartStatus>): void {
  const { partStatus } = metrics();
  for (const part of PARTS) {
    const status = statuses[part];
    if (status === 'unknown') partStatus.remove({ part });
    else partStatus.set({ part }, GAUGE_VALUES[status]);
  }
}

/** Adds the minute that was measured to those that wait to be stored. */
function noteMinute({ uncounted }: State, statuses: Record<Part, PartStatus>, at: Date): void {
  const day = dayOf(at);
  for (const part of PARTS) {
    const status = statuses[part];
    if (status === 'unknown') continue;
    const key = `${part} ${day}`;
    const minutes = uncounted.get(key) ?? { part, day, online: 0, degraded: 0, offline: 0 };
    minutes[status]++;
    uncounted.set(key, minutes);
  }
  for (const key of [...uncounted.keys()].slice(0, -MAX_UNCOUNTED)) uncounted.delete(key);
}

/**
 * Measures the parts and counts the minute; the ticker of every process calls it each minute, and one of them counts. While the
 * database is away minutes are kept, and the first process that reaches it stores them.
 */
export async function countMinute(): Promise<void> {
  const at = now();
  const own = state();
  const statuses = await measureParts();
  showStatuses(statuses);
  noteMinute(own, statuses, at);
  await closeMinute();
  const { uncounted } = own;
  const minutes = [...uncounted.values()];
  try {
    await addMinutes(minutes, at, LEAST_GAP_S);
    // Those that were refused were counted by another process.
    uncounted.clear();
  } catch (err) {
    log.debug({ err }, 'the minute of the status could not be stored and is kept');
  }
}

const rounded = (share: number): number => Math.floor(share * 10_000) / 100;

function percentOf(minutes: readonly Minutes[]): number | null {
  const sum = (of: (one: Minutes) => number) => minutes.reduce((total, one) => total + of(one), 0);
  const measured = sum(({ online, degraded, offline }) => online + degraded + offline);
  return measured === 0 ? null : rounded(1 - sum(({ offline }) => offline) / measured);
}

function worstOf({ online, degraded, offline }: Minutes): PartStatus | null {
  if (online + degraded + offline === 0) return null;
  if (offline >= LEAST_MINUTES || offline > online + degraded) return 'offline';
  return degraded >= LEAST_MINUTES || offline > 0 || degraded > online ? 'degraded' : 'online';
}

function historyOf(part: Part, status: PartStatus, all: readonly Minutes[], at: Date): PartHistory {
  const own = all.filter((one) => one.part === part);
  const days = Array.from({ length: HISTORY_DAYS }, (_, index) => {
    const date = dayOf(new Date(at.getTime() - (HISTORY_DAYS - 1 - index) * DAY_MS));
    const minutes = own.find(({ day }) => day === date);
    return { date, status: minutes ? worstOf(minutes) : null, percent: minutes ? percentOf([minutes]) : null };
  });
  return { part, status, percent: percentOf(own), days };
}

const ORDER: readonly PartStatus[] = ['online', 'unknown', 'degraded', 'offline'];

/** The status of the site: faults of experiences and mail degrade it, and do not put it out of service. */
function overallOf(parts: readonly PartHistory[], incidents: readonly Incident[]): SiteStatus['status'] {
  if (incidents.some(({ kind, state: of }) => kind === 'maintenance' && of === 'open')) return 'maintenance';
  const weighed = parts.map(({ part, status }): PartStatus => {
    const isBeside = part === 'experiences' || part === 'mail';
    if (status === 'unknown') return 'online';
    return isBeside && status === 'offline' ? 'degraded' : status;
  });
  const worst = Math.max(...weighed.map((status) => ORDER.indexOf(status)));
  const hasIncident = incidents.some(({ kind, state: of }) => kind === 'incident' && of === 'open');
  return ORDER[Math.max(worst, hasIncident ? ORDER.indexOf('degraded') : 0)] ?? 'online';
}

async function makeStatus(): Promise<SiteStatus> {
  const at = now();
  const statuses = await measureParts();
  const kept = state();
  if (statuses.database !== 'offline') {
    try {
      const [minutes, incidents] = await Promise.all([readMinutes(at), listIncidents()]);
      kept.history = { minutes, incidents };
    } catch (err) {
      log.debug({ err }, 'the history of the status could not be read');
    }
  }
  const { minutes, incidents } = kept.history;
  const parts = PARTS.map((part) => historyOf(part, statuses[part], minutes, at));
  return { status: overallOf(parts, incidents), measured_at: iso(at), parts, incidents };
}

/**
 * The status of the site with its history, measured at most every ten seconds: what strangers cost is bounded. Works while the
 * database is away, with the history that was read before. Six queries for a measurement.
 */
export function readSiteStatus(): Promise<SiteStatus> {
  return keepStatus(makeStatus);
}

registerCleanup({ name: 'part_days', removeBatch: (limit) => deleteOldDays(now(), limit) });
