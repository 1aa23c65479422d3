import { env } from '@/lib/core/env';
import { closeDatabase } from '@/lib/data/database';
import { followDatabaseClock } from '@/lib/data/database-clock';
import { enterPresence } from '@/lib/data/presence';
import { closeReplica } from '@/lib/data/replica';
import { flushAudit } from '@/lib/domain/activity';
import { flushFailures } from '@/lib/domain/failures';
import { followAnswers } from '@/lib/domain/status';
import { flushUsage } from '@/lib/domain/usage';
import { processId, startBus, stopBus } from '@/lib/events';
import { loadConfiguredToolsets } from '@/lib/transport/mcp';
import { checkDatabase } from './prepare';
import { compareSettings } from './same-settings';

interface Joined {
  /** Stores what this process holds. Nothing uses the database afterwards but `leave`. */
  flush: () => Promise<void>;
  leave: () => Promise<void>;
}

/**
 * Connects this process to the database and to the other processes, as each one does that uses the product's modules.
 * @param prepareDatabase runs beside it
 */
export async function joinProcesses(prepareDatabase: () => Promise<unknown> = async () => {}): Promise<Joined> {
  const stopTracing = await startTracing();
  await checkDatabase();
  const stopClock = await followDatabaseClock();
  await Promise.all([prepareDatabase(), startBus(), loadConfiguredToolsets()]);
  const leavePresence = await enterPresence(processId());
  const stopComparing = compareSettings();
  followAnswers();
  return {
    flush: async () => {
      stopComparing();
      stopClock();
      await Promise.all([flushAudit(), flushUsage(), flushFailures(), stopTracing()]);
      await stopBus();
    },
    leave: async () => {
      await Promise.all([leavePresence(), closeDatabase(), closeReplica()]);
    },
  };
}

/** Loads OpenTelemetry where an endpoint for traces is set; otherwise nothing of it is loaded. Returns its end. */
async function startTracing(): Promise<() => Promise<void>> {
  if (!env().OTEL_EXPORTER_OTLP_ENDPOINT) return async () => {};
  return (await import('./tracing')).startSpans();
}
