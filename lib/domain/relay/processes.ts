import { randomBytes } from 'node:crypto';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { deleteProcess, findRoomsOfProcess, renewProcess } from './rooms.repo';

const RENEW_EVERY_MS = 2_000;
/** A process that has not renewed its row for so long is dead, and its connections are gone. */
const ALIVE_MS = 8_000;
const DAY_MS = 24 * 3_600_000;

type RemoveConnections = (roomId: string, process: string) => Promise<void>;

const own = () =>
  once('relay.process', () => ({
    id: randomBytes(9).toString('base64url'),
    timer: null as NodeJS.Timeout | null,
    removeConnections: null as RemoveConnections | null,
  }));

/** This process, in the rooms that it serves connections of. */
export const processId = (): string => own().id;

/**
 * Begins to renew this process's row, with the first connection.
 * @param removeConnections removes the connections of a process that has died from a room
 */
export function startRenewing(removeConnections: RemoveConnections): void {
  const process = own();
  if (process.timer) return;
  process.removeConnections = removeConnections;
  process.timer = setInterval(() => void renew().catch(report), RENEW_EVERY_MS).unref();
  void renew().catch(report);
}

/** Stops renewing; the connections are removed one by one when they close. */
export function stopRenewing(): void {
  const process = own();
  if (process.timer) clearInterval(process.timer);
  process.timer = null;
}

const report = (error: unknown) => log.warn({ err: error }, 'could not renew the row of this relay process');

/** Renews this process's row, and removes the connections of processes that have died. */
export async function renew(): Promise<void> {
  const at = now();
  const dead = await renewProcess(processId(), at, new Date(at.getTime() + ALIVE_MS));
  for (const id of dead) await removeConnectionsOf(id, at);
}

async function removeConnectionsOf(id: string, at: Date): Promise<void> {
  for (const roomId of await findRoomsOfProcess(id, new Date(at.getTime() - DAY_MS)))
    await own().removeConnections?.(roomId, id);
  await deleteProcess(id);
}
