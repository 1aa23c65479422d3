import { AppError } from '@/lib/core/errors';
import { type ExperienceClient, type HttpExchange, readableText, upstreamMessage } from '@/lib/gateway';
import type { Exchange } from './verification.schema';

const MAX_CHARACTERS = 2_000;
const MAX_HTTP_CHARACTERS = 1_000;
/** A call makes two or three: detecting the era, the handshake, the call itself. */
const MAX_HTTP_EXCHANGES = 5;

/** A client that notes what it sent and what it got, as the report shows it. */
export interface RecordingClient extends ExperienceClient {
  /** Takes the exchanges since the last call. */
  takeExchanges(): Exchange[];
  /** The last HTTP request of the latest call; null when it made none. */
  lastHttp(): HttpExchange | null;
}

const displayText = (value: unknown): string => readableText(JSON.stringify(value ?? null), MAX_CHARACTERS);

function toReport({ method, url, sent, status, answered }: HttpExchange): NonNullable<Exchange['http']>[number] {
  return {
    request: readableText(`${method} ${url}`, MAX_HTTP_CHARACTERS),
    sent: sent === null ? null : readableText(sent, MAX_HTTP_CHARACTERS),
    status,
    answered: readableText(answered, MAX_HTTP_CHARACTERS),
  };
}

/** Wraps the client that `makeClient` makes, whose other methods stay as they are. */
export function recordExchanges(
  makeClient: (observe: (exchange: HttpExchange) => void) => ExperienceClient,
): RecordingClient {
  let exchanges: Exchange[] = [];
  let http: HttpExchange[] = [];
  const client = makeClient((exchange) => void http.push(exchange));
  async function record<Answer>(
    request: { tool: string; sent: string },
    call: () => Promise<Answer>,
    answered: (answer: Answer) => unknown,
  ): Promise<Answer> {
    const startedMs = performance.now();
    http = [];
    const note = (result: Pick<Exchange, 'answered' | 'error' | 'http'>) =>
      exchanges.push({ ...request, ...result, duration_ms: Math.round((performance.now() - startedMs) * 10) / 10 });
    try {
      const answer = await call();
      note({ answered: displayText(answered(answer)), error: null });
      return answer;
    } catch (thrown) {
      if (thrown instanceof AppError) {
        const error = `${thrown.code}: ${upstreamMessage(thrown) ?? thrown.message}`;
        note({ answered: null, error, http: http.slice(-MAX_HTTP_EXCHANGES).map(toReport) });
      }
      throw thrown;
    }
  }
  return {
    callTool: (name, args, context) =>
      record(
        { tool: name, sent: displayText(args) },
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
      const result = exchanges;
      exchanges = [];
      return result;
    },
    lastHttp: () => http.at(-1) ?? null,
  };
}
