import { registerCleanup } from '@/lib/core/cleanup';
import type { LiveStatusWord } from './catalog.schema';
import { deleteStatusDays, readStatusDays, type StatusDayRow } from './uptime.repo';

const UPTIME_DAYS = 30;

/** A day of an experience, in wire names. */
export interface UptimeDay {
  /** `2026-11-22`, UTC. */
  date: string;
  /** The worst status that was seen; null without a poll. */
  status: LiveStatusWord | null;
  /** Percent of the polls that were answered (online or degraded); null where the status was unknown all day. */
  percent: number | null;
  /** Mean time of the answered polls. */
  latency_ms: number | null;
}

/** The last 30 days of an experience, in wire names, the oldest first. */
export interface Uptime {
  percent: number | null;
  days: UptimeDay[];
}

type Counts = Pick<StatusDayRow, 'online' | 'degraded' | 'offline'>;

function percentOf({ online, degraded, offline }: Counts): number | null {
  const checks = online + degraded + offline;
  if (checks === 0) return null;
  // Rounded down: 100 percent means that no poll failed.
  return Math.floor(((online + degraded) / checks) * 10_000) / 100;
}

function worstOf(row: StatusDayRow): LiveStatusWord | null {
  return (['offline', 'degraded', 'online', 'unknown'] as const).find((status) => row[status] > 0) ?? null;
}

function toDay(row: StatusDayRow): UptimeDay {
  return {
    date: row.day,
    status: worstOf(row),
    percent: percentOf(row),
    latency_ms: row.answered === 0 ? null : Math.round(row.latency_ms / row.answered),
  };
}

/** How an experience was reachable in the last 30 days, as the status poller saw it. Built-in games are not polled. */
export async function readUptime({ experienceId }: { experienceId: string }): Promise<Uptime> {
  const rows = await readStatusDays(experienceId, UPTIME_DAYS);
  const sum = (status: keyof Counts) => rows.reduce((total, row) => total + row[status], 0);
  return {
    percent: percentOf({ online: sum('online'), degraded: sum('degraded'), offline: sum('offline') }),
    days: rows.map(toDay),
  };
}

registerCleanup({ name: 'status_days', removeBatch: (limit) => deleteStatusDays(UPTIME_DAYS, limit) });
