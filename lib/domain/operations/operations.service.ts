import { once } from '@/lib/core/globals';
import { measuredRegistry, observeGauge } from '@/lib/core/metrics';
import { busConnected, busHealthy } from '@/lib/events';
import { type ActiveCounts, connectionCounts, countActive, pingDatabase } from './operations.repo';

export interface Readiness {
  ready: boolean;
  /** `ok`, or what is wrong. */
  checks: { database: string; bus: string; process: string };
}

interface State {
  draining: boolean;
  /** The query of the request for metrics that is being answered. */
  active: Promise<ActiveCounts | null> | null;
}

const state = () => once('operations', (): State => ({ draining: false, active: null }));

/** Makes this process report that it takes no new calls. */
export function startDraining(): void {
  state().draining = true;
}

/** Whether this process takes calls: the database answers, the bus is connected and it is not stopping. */
export async function readiness(): Promise<Readiness> {
  const database = await pingDatabase().then(
    () => 'ok',
    () => 'does not answer',
  );
  const checks = {
    database,
    bus: busConnected() ? 'ok' : 'not connected',
    process: state().draining ? 'stopping' : 'ok',
  };
  return { ready: Object.values(checks).every((check) => check === 'ok'), checks };
}

/** What is being played; null while the database does not answer. The gauges of one request share one query. */
function readActive(): Promise<ActiveCounts | null> {
  const pending = state();
  pending.active ??= countActive()
    .catch(() => null)
    .finally(() => {
      pending.active = null;
    });
  return pending.active;
}

/** Registers the gauges that are read when the metrics are requested. Once per process. */
function observeOperations(): void {
  once('operations.gauges', () => {
    observeGauge('botplay_database_connections', 'Open connections to the database.', () => connectionCounts().total);
    observeGauge('botplay_database_connections_idle', 'Idle connections.', () => connectionCounts().idle);
    observeGauge('botplay_database_waiting', 'Calls that wait for a connection.', () => connectionCounts().waiting);
    observeGauge('botplay_bus_healthy', '1 while all wake-ups arrive; 0: no cache is trusted.', () =>
      Number(busHealthy()),
    );
    for (const what of ['matches', 'sessions', 'lobbies'] as const) {
      observeGauge(
        `botplay_active_${what}`,
        'Active now, all processes.',
        async () => (await readActive())?.[what] ?? null,
      );
    }
    return true;
  });
}

/** Everything measured, in the text form of Prometheus, with its content type. */
export async function metricsText(): Promise<{ contentType: string; text: string }> {
  observeOperations();
  const registry = await measuredRegistry();
  return { contentType: registry.contentType, text: await registry.metrics() };
}
