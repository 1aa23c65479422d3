import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import type { AgentCaller } from '@/lib/core/caller';
import { toAppError } from '@/lib/core/errors';
import type { Toolset } from '@/lib/core/tool';
import { readNewestEvents } from '@/lib/events';
import { mayCall } from '@/lib/tools';
import { eventsWait } from '@/lib/tools/events';
import { instructionsFor } from '@/lib/tools/guide';
import { findResource, PROMPTS, type Prompt, resources, STREAM_TEMPLATE, streamOfUri } from '@/lib/tools/resources';
import { viewStream } from '@/lib/transport/streams';
import {
  declareHeaderTools,
  FIXTURE_PROMPTS,
  FIXTURE_RESOURCES,
  FIXTURE_TEMPLATES,
  fixtureOptions,
  getFixturePrompt,
  hasFixtures,
  readFixtureResource,
} from './conformance';
import type { Endpoint } from './endpoint';
import { capabilities, SERVER_INFO } from './identity';
import { offerTools } from './sdk-tools';

/** Events that reading a stream shows at most. */
const READ_LIMIT = 100;
const MAX_COMPLETIONS = 100;

/** What differs between the eras and between sessions. */
export interface ServerProfile {
  agent: AgentCaller;
  endpoint: Endpoint;
  /** Present where the era keeps subscriptions in a session. */
  subscriptions?: { subscribe(uri: string): Promise<void>; unsubscribe(uri: string): Promise<void> };
}

/**
 * The SDK's server of one session or exchange: tools, resources, prompts, completion. Handlers only look things up, so
 * one costs little to make; both eras use it.
 */
export function buildServer(profile: ServerProfile): McpServer {
  const fixtures = hasFixtures(profile.endpoint);
  const shell = new McpServer(SERVER_INFO, {
    capabilities: capabilities(),
    instructions: instructionsFor(profile.endpoint.toolsets),
    ...(fixtures ? fixtureOptions() : {}),
  });
  if (fixtures) declareHeaderTools(shell);
  offerTools(shell.server, profile, fixtures);
  offerResources(shell.server, profile, fixtures);
  offerPrompts(shell.server, profile, fixtures);
  return shell;
}

function offerResources(server: Server, profile: ServerProfile, fixtures: boolean): void {
  const { agent, endpoint, subscriptions } = profile;
  const listed = servedBy(endpoint, resources()).map(({ read: _, toolset: _served, ...resource }) => resource);
  const streams = mayCall(eventsWait, agent) ? [STREAM_TEMPLATE] : [];
  const templates = servedBy(endpoint, streams).map(({ toolset: _, ...template }) => template);
  server.setRequestHandler('resources/list', () => ({
    resources: [...listed, ...(fixtures ? FIXTURE_RESOURCES : [])],
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...templates, ...(fixtures ? FIXTURE_TEMPLATES : [])],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    return (fixtures ? readFixtureResource(uri) : null) ?? readResource(profile, uri);
  });
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (!fixtures || !readFixtureResource(uri)) await subscriptions?.subscribe(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    await subscriptions?.unsubscribe(uri);
    return {};
  });
}

function offerPrompts(server: Server, { endpoint }: ServerProfile, fixtures: boolean): void {
  const offered = servedBy(endpoint, PROMPTS);
  server.setRequestHandler('prompts/list', () => ({
    prompts: [...offered.map(listedPrompt), ...(fixtures ? FIXTURE_PROMPTS : [])],
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const values = params.arguments ?? {};
    return (
      (fixtures ? getFixturePrompt(context, params.name, values) : null) ?? getPrompt(offered, params.name, values)
    );
  });
  server.setRequestHandler('completion/complete', ({ params }) => ({
    completion: complete(offered, params.ref, params.argument),
  }));
}

async function readResource({ agent, endpoint }: ServerProfile, uri: string) {
  const fixed = findResource(uri);
  if (fixed && endpoint.toolsets.includes(fixed.toolset))
    return { contents: [{ uri, mimeType: fixed.mimeType, text: fixed.read() }] };
  const stream = endpoint.toolsets.includes(STREAM_TEMPLATE.toolset) ? streamOfUri(uri) : null;
  if (stream === null) throw new ResourceNotFoundError(uri);
  try {
    const events = await readNewestEvents({ ...(await viewStream(agent, stream)), limit: READ_LIMIT });
    const shown = events.map(({ id, type, at, data }) => ({ id, type, at: at.toISOString(), data }));
    const text = JSON.stringify({ stream, events: shown, cursor: shown.at(-1)?.id ?? '' });
    return { contents: [{ uri, mimeType: STREAM_TEMPLATE.mimeType, text }] };
  } catch (thrown) {
    throw asProtocolError(thrown, uri);
  }
}

/** A refusal of ours as the protocol says it; unknown faults go through and are logged by the transport. */
export function asProtocolError(thrown: unknown, uri: string): unknown {
  const error = toAppError(thrown);
  if (error.code === 'NOT_FOUND') return new ResourceNotFoundError(uri);
  if (error.code === 'INTERNAL_ERROR') return thrown;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, error.toWire());
}

/** What belongs to the toolsets of an endpoint. */
function servedBy<T extends { toolset: Toolset }>({ toolsets }: Endpoint, all: readonly T[]): T[] {
  return all.filter(({ toolset }) => toolsets.includes(toolset));
}

function listedPrompt({ name, title, description, arguments: args }: Prompt) {
  return { name, title, description, arguments: args.map(({ values: _, ...argument }) => argument) };
}

function getPrompt(offered: readonly Prompt[], name: string, values: Record<string, string>) {
  const prompt = offered.find((candidate) => candidate.name === name);
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
  const wrong = prompt.arguments.find((argument) => {
    const value = values[argument.name];
    return value === undefined ? argument.required : !argument.values().includes(value);
  });
  if (wrong) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Argument ${wrong.name} is one of: ${wrong.values().join(', ')}.`,
    );
  }
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.write(values) } }],
  };
}

function complete(
  offered: readonly Prompt[],
  ref: { type: string; name?: string },
  argument: { name: string; value: string },
) {
  const prompt = ref.type === 'ref/prompt' ? offered.find(({ name }) => name === ref.name) : undefined;
  const all = prompt?.arguments.find(({ name }) => name === argument.name)?.values() ?? [];
  const values = all.filter((value) => value.startsWith(argument.value));
  return { values: values.slice(0, MAX_COMPLETIONS), total: values.length, hasMore: values.length > MAX_COMPLETIONS };
}
