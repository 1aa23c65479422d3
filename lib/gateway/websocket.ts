import { Agent, WebSocket } from 'undici';
import { allowedPrivateHosts, checkUrl, guardedConnector } from './guard';
import { cleanText } from './text';

/**
 * Tries to open a WebSocket and closes it again.
 * @returns null when it opened, else the reason, for the publisher
 */
export async function findWebSocketFault(url: string, timeoutMs: number): Promise<string | null> {
  const allowed = allowedPrivateHosts();
  try {
    checkUrl(url, { allowed, scheme: 'ws' });
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
  const dispatcher = new Agent({ connect: guardedConnector(allowed) });
  const socket = new WebSocket(url, { dispatcher });
  try {
    return await new Promise<string | null>((resolve) => {
      const timer = setTimeout(
        () => resolve(`The WebSocket did not open within ${Math.ceil(timeoutMs / 1000)} s.`),
        timeoutMs,
      );
      const finish = (fault: string | null) => {
        clearTimeout(timer);
        resolve(fault);
      };
      socket.addEventListener('open', () => finish(null));
      socket.addEventListener('error', (event) =>
        finish(cleanText(event.message || 'The connection could not be opened.')),
      );
    });
  } finally {
    socket.close();
    await dispatcher.destroy();
  }
}
