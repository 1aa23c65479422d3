import { cutText } from '@/lib/core/cut-text';
import { AppError, InputFault, type Issue } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { plainText } from '@/lib/core/plain-text';
import { imitatesPlatform } from '@/lib/core/public-name';
import { type ExperienceDetails, type Publisher, registerDiscovered } from '@/lib/domain/catalog';
import {
  callableUrl,
  type ExperienceClient,
  isContractAction,
  isQuotableName,
  isRefusedAddress,
  remoteKind,
  type ServerDescription,
  targetOf,
  type UpstreamTool,
} from '@/lib/gateway';
import { hashTools } from './tool-changes';
import { listUsableTools } from './usable-tools';
import { runChecksInTurn, startVerification } from './verification.service';
import { verifierClient } from './verifier-client';

const DEFAULT_CATEGORY = 'discovered';
const DEFAULT_VERSION = '1.0.0';
/** Limits of the manifest. */
const MAX_NAME_CHARACTERS = 100;
const MAX_SUMMARY_CHARACTERS = 500;
const SEMVER = /^\d{1,9}\.\d{1,9}\.\d{1,9}$/;

/** Arguments of experience.discover by the part of the manifest that they fill in. */
const ARGUMENT_OF: Readonly<Record<string, string>> = { name: 'name', category: 'category' };

/**
 * Registers any MCP server as an experience: connects, reads its tools, and adds it to the catalog. Its publisher is the
 * host. A report of the verification follows in the background.
 * Specification: gateway-tool-contract.md, experience.discover
 * @throws CONNECTION_FAILED, NO_TOOLS, QUOTA_EXCEEDED, DUPLICATE_EXPERIENCE, VALIDATION_ERROR, RATE_LIMITED
 */
export async function discoverServer(args: {
  publisher: Publisher;
  /** Whose share of the places for verifications it uses. */
  share: string;
  serverUrl: string;
  name?: string | undefined;
  category?: string | undefined;
}): Promise<{ details: ExperienceDetails; tools: UpstreamTool[] }> {
  requireCallable(args.serverUrl);
  const { share, serverUrl } = args;
  const { tools, server } = await runChecksInTurn({ share, url: serverUrl }, () => inspectServer(serverUrl));
  const details = await registerDiscovered({
    publisher: args.publisher,
    manifest: manifestOf(args, tools, server),
    seen: { tools, hash: hashTools(tools) },
  }).catch((thrown: unknown) => {
    throw aboutArguments(thrown);
  });
  await startVerification({ experienceId: details.id, trigger: 'register', share });
  return { details, tools: tools.filter(isCallable) };
}

function requireCallable(serverUrl: string): void {
  const parsed = callableUrl('http').safeParse(serverUrl);
  if (!parsed.success) {
    throw new InputFault(parsed.error.issues.map(({ message }) => ({ path: ['server_url'], message })));
  }
}

interface Inspected {
  tools: UpstreamTool[];
  server: ServerDescription | null;
}

/** What a server says about itself, and its tools. */
async function inspectServer(serverUrl: string): Promise<Inspected> {
  const manifest = { discovered: { server_url: serverUrl } };
  const client = verifierClient(targetOf({ id: newId(), kind: 'discovered', manifest }));
  try {
    const server = await client.describeServer().catch(connectionFailed);
    const tools = await listTools(client);
    if (tools.some(isCallable)) return { tools, server };
  } finally {
    await client.close();
  }
  throw new AppError('NO_TOOLS', 'The server lists no tools that agents can call.');
}

const isCallable = ({ name }: UpstreamTool): boolean => !isContractAction(name);

async function listTools(client: ExperienceClient): Promise<UpstreamTool[]> {
  try {
    return (await listUsableTools(client)).tools;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'EXPERIENCE_TOOL_NOT_FOUND') return [];
    return connectionFailed(thrown);
  }
}

/** An error of the gateway as the contract names it here; rethrows faults that are ours. */
function connectionFailed(thrown: unknown): never {
  if (!(thrown instanceof AppError) || thrown.code === 'INTERNAL_ERROR') throw thrown;
  const { code, message, retryable } = thrown;
  const advice: Partial<Record<string, string>> = {
    EXPERIENCE_AUTH_FAILED:
      'Register it with a manifest whose discovered.auth is "bearer": each agent then stores its own token.',
    EXPERIENCE_ERROR: remoteKind('discovered').mismatchAdvice,
    EXPERIENCE_TOOL_NOT_FOUND: remoteKind('discovered').mismatchAdvice,
  };
  const reason = code === 'EXPERIENCE_TOOL_NOT_FOUND' ? 'there is nothing at this address (HTTP 404).' : message;
  throw new AppError('CONNECTION_FAILED', `Could not connect to the server: ${reason}`, {
    retryable: retryable && !isRefusedAddress(thrown),
    details: { reason: code, ...(advice[code] ? { next: advice[code] } : {}) },
  });
}

function manifestOf(
  args: { serverUrl: string; name?: string | undefined; category?: string | undefined },
  tools: readonly UpstreamTool[],
  server: ServerDescription | null,
): Record<string, unknown> {
  const { host } = new URL(args.serverUrl);
  const names = tools
    .map(({ name }) => name)
    .filter(isQuotableName)
    .join(', ');
  const count = tools.length === 1 ? 'One tool' : `${tools.length} tools`;
  const about = `${count} of the MCP server at ${host}`;
  const version = server?.version ?? '';
  return {
    name:
      args.name ??
      firstUsable(
        [server?.title, server?.name].filter((name) => name && !imitatesPlatform(name)),
        MAX_NAME_CHARACTERS,
      ) ??
      cut(host, MAX_NAME_CHARACTERS),
    version: SEMVER.test(version) ? version : DEFAULT_VERSION,
    summary:
      firstUsable([names === '' ? undefined : `${about}: ${names}`, about], MAX_SUMMARY_CHARACTERS) ?? DEFAULT_CATEGORY,
    category: args.category ?? DEFAULT_CATEGORY,
    tier: 2,
    publisher: { name: cut(host, MAX_NAME_CHARACTERS) },
    discovered: { server_url: args.serverUrl },
  };
}

function cut(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${cutText(text, maxCharacters - 1).trimEnd()}…`;
}

/** The first text that may be shown in one line; the texts are untrusted. */
function firstUsable(texts: readonly (string | undefined)[], maxCharacters: number): string | null {
  for (const text of texts) {
    const parsed = plainText(maxCharacters).safeParse(cut((text ?? '').replace(/\s+/g, ' '), maxCharacters));
    if (parsed.success) return parsed.data;
  }
  return null;
}

/** A fault of the manifest that an argument of the call caused, with the path of the argument. */
function aboutArguments(thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || thrown.code !== 'VALIDATION_ERROR') return thrown;
  const issues = (thrown.details?.issues ?? []) as Issue[];
  return new InputFault(
    issues.map(({ path, message }) => ({ path: [ARGUMENT_OF[String(path[1])] ?? 'server_url'], message })),
  );
}
