import { inputRequired, UrlElicitationRequiredError } from '@modelcontextprotocol/server';
import type { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { isJsonObject } from '@/lib/core/json';
import { publicOrigin } from '@/lib/core/public-origin';
import type { ToolOutcome } from '@/lib/tools/run';
import { type RpcId, rpcErrorText, rpcResultText } from '@/lib/transport/json-rpc';

// Approvals and claims inside a chat, in URL mode: the client shows its person a page, where the owner is signed in. The
// agent's client cannot decide itself. docs/decisions/0053-approvals-in-a-chat.md

/** The request of a client to open an address, as it asks for the fields of the protocol. */
interface UrlRequest {
  elicitationId: string;
  url: string;
  message: string;
}

/** The answer to a call that names an address to open first. */
export type AskToOpen = (id: RpcId, request: UrlRequest) => string;

/** Handshake revisions with URL mode. */
const FIRST_VERSION_WITH_URLS = '2025-11-25';

const declaresUrls = (capabilities: unknown): boolean =>
  isJsonObject(capabilities) && isJsonObject(capabilities.elicitation) && isJsonObject(capabilities.elicitation.url);

/** How a client of a session is asked, by the error of the revision; undefined for one that cannot show addresses. */
export function askBySession(session: { protocolVersion: string; capabilities: unknown }): AskToOpen | undefined {
  if (session.protocolVersion < FIRST_VERSION_WITH_URLS || !declaresUrls(session.capabilities)) return undefined;
  return (id, request) => {
    const error = new UrlElicitationRequiredError([{ mode: 'url', ...request }], request.message);
    return rpcErrorText(id, error.code, error.message, error.data);
  };
}

/** The same in 2026-07-28: the result says that input is required. @param members what the revision adds to results */
export function askByResult(capabilities: unknown, members: string): AskToOpen | undefined {
  if (!declaresUrls(capabilities)) return undefined;
  return (id, request) => {
    const result = JSON.stringify(inputRequired({ inputRequests: { page: inputRequired.elicitUrl(request) } }));
    return rpcResultText(id, result, members);
  };
}

/** The page that a person has to open after a call: to decide about it, or what its answer names. Null for most calls. */
export function pageToOpen(outcome: ToolOutcome): UrlRequest | null {
  if (!outcome.ok) return approvalToOpen(outcome.error);
  const page = outcome.tool.opens?.(outcome.value);
  return page ? { elicitationId: newId(), url: page.url, message: page.message } : null;
}

/** An outcome as it is answered to a client whose person was shown the page: without the secret address. */
export function withoutPage(outcome: ToolOutcome): ToolOutcome {
  const page = outcome.ok ? outcome.tool.opens?.(outcome.value) : null;
  return outcome.ok && page ? { ...outcome, value: page.withheld } : outcome;
}

/** The page on which the owner decides, for a call that waits for it; null for every other refusal. */
function approvalToOpen({ message, details }: AppError): UrlRequest | null {
  if (details?.status !== 'pending' || typeof details.approval_id !== 'string') return null;
  return {
    elicitationId: details.approval_id,
    url: `${publicOrigin()}/console/approvals`,
    message: `${message} Open the page to see what it would do, and decide.`,
  };
}
