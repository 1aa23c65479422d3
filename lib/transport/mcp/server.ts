import {
  type CompleteRequestParams,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import type { AgentCaller } from '@/lib/core/caller';
import { toAppError } from '@/lib/core/errors';
import { readNewestEvents } from '@/lib/events';
import { mayCall } from '@/lib/tools/access';
import { templateValues } from '@/lib/tools/completions';
import { eventsWait } from '@/lib/tools/events';
import {
  LEAGUE_RESOURCES,
  LEAGUE_TEMPLATES,
  readLeagueResource,
  toolsetOfLeagueUri,
} from '@/lib/tools/league-resources';
import { findResource, PROMPTS, type Prompt, resources, STREAM_TEMPLATE, streamOfUri } from '@/lib/tools/resources';
import { viewStream } from '@/lib/transport/streams';
import { appResourcesOf, readAppResource } from './apps';
import { type Endpoint, instructionsOf, type ServerProfile } from './endpoint';
import { capabilities, icons, serverInfoOf } from './identity';
import { offerTools } from './sdk-tools';
import { declareInputSchemas, type SdkToolset, sdkToolsetsOf } from './sdk-toolsets';

/** Events in the answer to reading a stream. */
const MAX_READ_EVENTS = 100;
const MAX_COMPLETIONS = 100;

/**
 * The SDK's server of one session or exchange: tools, resources, prompts, completion. It costs little to make, because
 * its handlers only look things up. Every revision uses it.
 */
export function buildServer(profile: ServerProfile): McpServer {
  const { endpoint } = profile;
  const toolsets = sdkToolsetsOf(endpoint);
  const mcp = new McpServer(serverInfoOf(endpoint), {
    capabilities: capabilities(endpoint, profile.revision),
    instructions: instructionsOf(endpoint),
    ...(toolsets[0] ? { requestState: { verify: toolsets[0].verifyState } } : {}),
  });
  declareInputSchemas(mcp, endpoint);
  offerTools(mcp.server, profile);
  offerResources(mcp.server, profile, toolsets);
  offerPrompts(mcp.server, profile, toolsets);
  return mcp;
}

/** With an icon, and a title: resources of league.md have a name alone. */
const withIcons = <T extends { name: string }>(entry: T) => ({ title: entry.name, ...entry, icons: icons() });

/** The first answer that a toolset gives, or null. */
function firstOf<T>(toolsets: readonly SdkToolset[], ask: (toolset: SdkToolset) => T | null): T | null {
  for (const toolset of toolsets) {
    const answer = ask(toolset);
    if (answer !== null) return answer;
  }
  return null;
}

function offerResources(server: Server, profile: ServerProfile, toolsets: readonly SdkToolset[]): void {
  const { agent, endpoint, subscriptions } = profile;
  const fixed = servedBy(endpoint, resources()).map(({ read: _, toolset: _served, ...resource }) => resource);
  const leagues = servedBy(endpoint, LEAGUE_RESOURCES).map(({ toolset: _served, ...resource }) => resource);
  const listed = [...fixed, ...leagues];
  const { toolsets: _toolsets, ...streamTemplate } = STREAM_TEMPLATE;
  const states = servedBy(endpoint, LEAGUE_TEMPLATES).map(({ toolset: _served, ...template }) => template);
  const streams = servesStreams(endpoint) && mayCall(eventsWait, agent) ? [streamTemplate] : [];
  const templates = [...streams, ...states];
  const readFromToolset = (uri: string) => firstOf(toolsets, (toolset) => toolset.readResource(uri));
  server.setRequestHandler('resources/list', () => ({
    resources: [
      ...listed.map(withIcons),
      ...appResourcesOf(endpoint),
      ...toolsets.flatMap((toolset) => toolset.resources),
    ],
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...templates.map(withIcons), ...toolsets.flatMap(({ resourceTemplates }) => resourceTemplates)],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    return readFromToolset(uri) ?? readResource(profile, uri);
  });
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (!readFromToolset(uri)) await subscriptions?.subscribe(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    await subscriptions?.unsubscribe(uri);
    return {};
  });
}

function offerPrompts(server: Server, profile: ServerProfile, toolsets: readonly SdkToolset[]): void {
  const { endpoint } = profile;
  const offered = servedBy(endpoint, PROMPTS);
  server.setRequestHandler('prompts/list', () => ({
    prompts: [...offered.map(listedPrompt).map(withIcons), ...toolsets.flatMap(({ prompts }) => prompts)],
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const values = params.arguments ?? {};
    const answer = firstOf(toolsets, (toolset) => toolset.getPrompt(context, params.name, values));
    return answer ?? getPrompt(offered, params.name, values);
  });
  server.setRequestHandler('completion/complete', async ({ params }) => ({
    completion: await complete(profile, params, toolsets),
  }));
}

async function readResource({ agent, endpoint }: ServerProfile, uri: string) {
  const fixed = findResource(uri);
  if (fixed && endpoint.toolsets.includes(fixed.toolset))
    return { contents: [{ uri, mimeType: fixed.mimeType, text: fixed.read() }] };
  const app = await readAppResource(endpoint, uri);
  if (app) return app;
  const league = await readOfLeague(agent, endpoint, uri);
  if (league) return league;
  const stream = servesStreams(endpoint) ? await streamOfUri(uri).catch(() => null) : null;
  if (stream === null) throw new ResourceNotFoundError(uri);
  try {
    const { present, ...view } = await viewStream(agent, stream);
    const stored = await readNewestEvents({ ...view, limit: MAX_READ_EVENTS });
    const events = present ? await present(stored) : stored;
    const visible = events.map(({ id, type, at, data }) => ({ id, type, at: at.toISOString(), data }));
    const text = JSON.stringify({ stream, events: visible, cursor: stored.at(-1)?.id ?? '' });
    return { contents: [{ uri, mimeType: STREAM_TEMPLATE.mimeType, text }] };
  } catch (thrown) {
    throw asProtocolError(thrown, uri);
  }
}

/** A resource of a league that the endpoint serves; null for every other URI. */
async function readOfLeague(agent: AgentCaller, endpoint: Endpoint, uri: string) {
  const toolset = toolsetOfLeagueUri(uri);
  if (toolset === null || !endpoint.toolsets.includes(toolset)) return null;
  try {
    const text = await readLeagueResource(uri, agent);
    return text === null ? null : { contents: [{ uri, mimeType: 'application/json', text }] };
  } catch (thrown) {
    throw asProtocolError(thrown, uri);
  }
}

/** An AppError as a protocol error; an unexpected error is returned as it is, for the transport to log. */
export function asProtocolError(thrown: unknown, uri: string): unknown {
  const error = toAppError(thrown);
  if (error.code === 'NOT_FOUND') return new ResourceNotFoundError(uri);
  if (error.code === 'INTERNAL_ERROR') return thrown;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, error.toWire());
}

const servesStreams = ({ toolsets }: Endpoint): boolean =>
  STREAM_TEMPLATE.toolsets.some((toolset) => toolsets.includes(toolset));

/** What belongs to the toolsets of an endpoint. */
function servedBy<T extends { toolset: string }>({ toolsets }: Endpoint, all: readonly T[]): T[] {
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

/**
 * The values of an argument of a prompt, or of a variable of a resource template, that begin as written.
 * @throws ProtocolError for an unknown prompt or template
 */
async function complete(
  { agent, endpoint }: ServerProfile,
  { ref, argument, context }: CompleteRequestParams,
  toolsets: readonly SdkToolset[],
): Promise<{ values: string[]; total: number; hasMore: boolean }> {
  const all =
    ref.type === 'ref/prompt'
      ? promptValues(servedBy(endpoint, PROMPTS), ref.name, argument.name)
      : await templateValues(agent, { uriTemplate: ref.uri, name: argument.name, others: context?.arguments ?? {} });
  if (all === null && !isOfToolset(toolsets, ref)) {
    const unknown = ref.type === 'ref/prompt' ? `prompt: ${ref.name}` : `resource template: ${ref.uri}`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown ${unknown.slice(0, 200)}`);
  }
  const values = (all ?? []).filter((value) => value.startsWith(argument.value));
  return { values: values.slice(0, MAX_COMPLETIONS), total: values.length, hasMore: values.length > MAX_COMPLETIONS };
}

/** Whether a toolset of the SDK has a prompt or a template; such have no completions. */
function isOfToolset(toolsets: readonly SdkToolset[], ref: CompleteRequestParams['ref']): boolean {
  return toolsets.some(({ prompts, resourceTemplates }) =>
    ref.type === 'ref/prompt'
      ? prompts.some(({ name }) => name === ref.name)
      : resourceTemplates.some(({ uriTemplate }) => uriTemplate === ref.uri),
  );
}

/** The values of an argument of a prompt; null for an unknown prompt. */
function promptValues(offered: readonly Prompt[], prompt: string, argument: string): string[] | null {
  const found = offered.find(({ name }) => name === prompt);
  return found ? (found.arguments.find(({ name }) => name === argument)?.values() ?? []) : null;
}
