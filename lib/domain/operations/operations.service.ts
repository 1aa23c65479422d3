import { once } from '@/lib/core/globals';
import { metrics, observeGauge } from '@/lib/core/metrics';
import { busConnected, busHealthy } from '@/lib/events';
import { connectionCounts, countActive, pingDatabase } from './operations.repo';

export interface Readiness {
  ready: boolean;
  /** `ok`, or what is wrong. */
  checks: { database: string; bus: string; process: string };
}

const state = () => once('operations', () => ({ draining: false }));

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

/** Registers the gauges that are read when the metrics are requested. Once per process. */
function observeConnections(): void {
  once('operations.gauges', () => {
    observeGauge('botplay_database_connections', 'Open connections to the database.', () => connectionCounts().total);
    observeGauge('botplay_database_connections_idle', 'Idle connections.', () => connectionCounts().idle);
    observeGauge('botplay_database_waiting', 'Calls that wait for a connection.', () => connectionCounts().waiting);
    observeGauge('botplay_bus_healthy', '1 while all wake-ups arrive; 0: no cache is trusted.', () =>
      Number(busHealthy()),
    );
    return true;
  });
}

/** Everything measured, in the text form of Prometheus, with its content type. */
export async function metricsText(): Promise<{ contentType: string; text: string }> {
  observeConnections();
  const { registry } = metrics();
  const active = await countActive().catch(() => null);
  const lines = Object.entries(active ?? {}).map(
    ([what, count]) =>
      `# HELP botplay_active_${what} Active now, all processes.\n# TYPE botplay_active_${what} gauge\nbotplay_active_${what} ${count}\n`,
  );
  return { contentType: registry.contentType, text: (await registry.metrics()) + lines.join('') };
}
