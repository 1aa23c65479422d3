import { handleRequest } from './handle-request';
import type { EngineMessage, EngineRequest } from './protocol';

/** The global of a worker; the types of the page do not include it. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<EngineRequest>) => void) | null;
  postMessage(message: EngineMessage): void;
}

const scope = globalThis as unknown as WorkerScope;

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The record could not be read (${response.status}).`);
  return response.text();
}

scope.onmessage = async ({ data: request }) => {
  const { id } = request;
  try {
    const onProgress = (progress: { done: number; of: number }) =>
      scope.postMessage({ id, type: 'progress', progress });
    scope.postMessage({ id, type: 'result', output: await handleRequest(request, { fetchText, onProgress }) });
  } catch (error) {
    scope.postMessage({ id, type: 'failure', message: error instanceof Error ? error.message : 'The rules failed.' });
  }
};
