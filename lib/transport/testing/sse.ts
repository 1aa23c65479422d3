/** One event of a stream as it came over the wire. */
interface WireEvent {
  id: string | null;
  data: string;
}

export interface OpenStream {
  status: number;
  /** The next event; waits for it at most `timeoutMs`. @throws Error when none comes. */
  next(timeoutMs?: number): Promise<WireEvent>;
  /** Whether the server ends the stream within `timeoutMs`. */
  ended(timeoutMs?: number): Promise<boolean>;
  close(): void;
}

/** Opens an event stream and reads it event by event; comments are left out. */
export async function openStream(
  url: string,
  headers: Record<string, string>,
  init: RequestInit = {},
): Promise<OpenStream> {
  const controller = new AbortController();
  const answer = await fetch(url, {
    ...init,
    headers: { accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  });
  const events: WireEvent[] = [];
  const waiting = new Set<() => void>();
  let over = false;
  const wake = () => {
    for (const one of waiting) one();
  };
  void readFrames(answer, (event) => {
    events.push(event);
    wake();
  }).finally(() => {
    over = true;
    wake();
  });
  const until = async (done: () => boolean, timeoutMs: number): Promise<boolean> => {
    const deadline = Date.now() + timeoutMs;
    while (!done() && Date.now() < deadline) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
      waiting.clear();
    }
    return done();
  };
  return {
    status: answer.status,
    async next(timeoutMs = 5000) {
      await until(() => events.length > 0, timeoutMs);
      const event = events.shift();
      if (!event) throw new Error('No event came.');
      return event;
    },
    ended: (timeoutMs = 5000) => until(() => over, timeoutMs),
    close: () => controller.abort(),
  };
}

async function readFrames(answer: Response, heard: (event: WireEvent) => void): Promise<void> {
  if (!answer.body) return;
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const fields = frame.split('\n').filter((line) => !line.startsWith(':'));
        const field = (name: string) => fields.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        if (fields.length > 0) heard({ id: field('id') ?? null, data: field('data') ?? '' });
      }
    }
  } catch {
    // The reader gave up, or the server did.
  }
}
