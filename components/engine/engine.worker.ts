import { answer } from './answers';
import type { EngineMessage, EngineQuestion } from './protocol';

/** What a worker's global offers; the page's own types know no workers. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<EngineQuestion>) => void) | null;
  postMessage(message: EngineMessage): void;
}

const scope = globalThis as unknown as WorkerScope;

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The record could not be read (${response.status}).`);
  return response.text();
}

scope.onmessage = async ({ data: question }) => {
  const { id } = question;
  try {
    const onProgress = (progress: { done: number; of: number }) =>
      scope.postMessage({ id, type: 'progress', progress });
    scope.postMessage({ id, type: 'answer', answer: await answer(question, { fetchText, onProgress }) });
  } catch (error) {
    scope.postMessage({ id, type: 'failure', message: error instanceof Error ? error.message : 'It did not work.' });
  }
};
