import { AppError } from '@/lib/core/errors';
import { type ExperienceClient, readableText } from '@/lib/gateway';
import type { Exchange } from './verification.schema';

const MAX_CHARACTERS = 2_000;

/** A client that notes what it sent and what it got, as the report shows it. */
export interface RecordingClient extends ExperienceClient {
  /** Takes the exchanges since the last call. */
  takeExchanges(): Exchange[];
}

const shown = (value: unknown): string => readableText(JSON.stringify(value ?? null), MAX_CHARACTERS);

/** Wraps a client, whose other methods stay as they are. */
export function recordExchanges(client: ExperienceClient): RecordingClient {
  let exchanges: Exchange[] = [];
  async function record<Answer>(
    request: { tool: string; sent: string },
    call: () => Promise<Answer>,
    answered: (answer: Answer) => unknown,
  ): Promise<Answer> {
    const startedMs = performance.now();
    const note = (result: Pick<Exchange, 'answered' | 'error'>) =>
      exchanges.push({ ...request, ...result, duration_ms: Math.round((performance.now() - startedMs) * 10) / 10 });
    try {
      const answer = await call();
      note({ answered: shown(answered(answer)), error: null });
      return answer;
    } catch (thrown) {
      if (thrown instanceof AppError) note({ answered: null, error: `${thrown.code}: ${thrown.message}` });
      throw thrown;
    }
  }
  return {
    callTool: (name, args, context) =>
      record(
        { tool: name, sent: shown(args) },
        () => client.callTool(name, args, context),
        ({ value }) => value,
      ),
    listTools: (context) =>
      record(
        { tool: 'tools/list', sent: '{}' },
        () => client.listTools(context),
        (tools) => tools.map(({ name }) => name),
      ),
    describeServer: (context) => client.describeServer(context),
    openSession: (context) => client.openSession(context),
    closeSession: (id, context) => client.closeSession(id, context),
    close: (withinMs) => client.close(withinMs),
    takeExchanges() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
  };
}
