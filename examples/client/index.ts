/**
 * A typed client of Botplay. `api.ts` holds the types of every operation; `npm run generate` writes it from the OpenAPI
 * document. Copy this folder: it needs only openapi-fetch.
 */
import createClient, { type Client } from 'openapi-fetch';
import type { operations, paths } from './api.js';

/** The name of a tool, which is the id of its operation: `session.step`. */
export type ToolName = paths['/tools/{tool_name}']['post']['parameters']['path']['tool_name'] & keyof operations;

type Given<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>;
type ParametersOf<Name extends ToolName> = operations[Name]['parameters'];
type Body<Name extends ToolName> = operations[Name] extends {
  requestBody?: { content: { 'application/json': infer Json } };
}
  ? Json
  : unknown;

/** The arguments of a tool, over MCP as over REST. */
export type Arguments<Name extends ToolName> = Given<ParametersOf<Name>['path']> &
  Given<ParametersOf<Name>['query']> &
  Body<Name>;

type Success<Responses> = Responses extends { 200: infer Answer } | { 201: infer Answer } | { 202: infer Answer }
  ? Answer
  : never;

/** What a tool answers: the structured content of MCP, the body of REST. */
export type Answer<Name extends ToolName> =
  Success<operations[Name]['responses']> extends { content: { 'application/json': infer Json } } ? Json : never;

/** An error that Botplay answered; `retryable` says whether the same call may work later. */
export class BotplayError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly retryable: boolean,
  ) {
    super(`${code}: ${message}`);
  }
}

/** The error of a body `{ code, message, retryable }`, of REST or of an MCP result. */
export function toBotplayError(error: { code?: string; message?: string; retryable?: boolean }): BotplayError {
  return new BotplayError(error.code ?? 'ERROR', error.message ?? 'no reason given', error.retryable === true);
}

/**
 * Every REST operation by its method and path: `client.GET('/experiences', { params: { query: { search: 'chess' } } })`.
 * An answer that is not a success is thrown.
 * @param options.url where Botplay is: `http://localhost:3000`
 * @param options.key an API key or a token; without one only public operations work
 * @throws BotplayError
 */
export function createBotplayClient({ url, key }: { url: string; key?: string | undefined }): Client<paths> {
  const headers = key ? { authorization: `Bearer ${key}` } : {};
  const client = createClient<paths>({ baseUrl: new URL('/api', url).href, headers });
  client.use({
    // The paths of version 1 are not below /api.
    onRequest: ({ request, schemaPath }) =>
      schemaPath.startsWith('/v1/') ? new Request(request.url.replace('/api/v1/', '/v1/'), request) : undefined,
    async onResponse({ response }) {
      if (response.ok) return;
      const { error } = (await response.json()) as { error?: Parameters<typeof toBotplayError>[0] };
      throw toBotplayError(error ?? {});
    },
  });
  return client;
}

/**
 * Calls a tool by its name over REST.
 * @throws BotplayError
 */
export async function callTool<Name extends ToolName>(
  client: Client<paths>,
  name: Name,
  args: Arguments<Name>,
): Promise<Answer<Name>> {
  const body = args as Record<string, unknown>;
  const { data } = await client.POST('/tools/{tool_name}', { params: { path: { tool_name: name } }, body });
  return data as Answer<Name>;
}
