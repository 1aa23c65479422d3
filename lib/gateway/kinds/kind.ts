import { z } from 'zod';
import type { ExperienceClient } from '../experience-client';
import { allowedPrivateHosts, checkUrl, GuardError } from '../guard';
import type { Outbound } from '../outbound';

/**
 * Whether calls carry the bearer token that an agent stored. `optional`: when there is one; `bearer`: the server refuses
 * calls without one.
 */
type CredentialUse = 'optional' | 'bearer';

/** The server of an experience, as its manifest describes it. */
export interface Connection {
  /** Address of the server. */
  url: string;
  auth: CredentialUse;
  /** Tools that the manifest names; null where a missing tool answers 404. */
  declaredTools: readonly string[] | null;
}

/**
 * How an experience is played. `experience`: it has the tools of gateway-tool-contract.md, Experience-Facing Tools;
 * `tools`: agents call the server's own tools.
 */
export type PlayProtocol = 'experience' | 'tools';

/** A kind of remote experiences: how a manifest describes it and which client calls it. One entry in `REMOTE_KINDS`. */
export interface RemoteKind<Kind extends string = string> {
  /** Value of `experiences.kind`, and the field of the manifest that describes the server. */
  kind: Kind;
  /** Checks that field of the manifest. */
  manifestPart: z.ZodType<Record<string, unknown>>;
  /** What an experience that is played by the protocol `experience` lacks in its part; null when nothing. */
  findPartFault?(part: Record<string, unknown>): { path: string[]; message: string } | null;
  /** The field of `manifestPart` with the address. */
  urlField: string;
  /** The connection that a stored `manifestPart` describes. Parts stored by older versions may lack fields. */
  readConnection(part: Record<string, unknown>): Connection;
  makeClient(outbound: Outbound, url: URL): ExperienceClient;
  protocol: PlayProtocol;
  /** Whether `listTools` answers the tools of the server. */
  listsTools: boolean;
  /** Advice for a publisher whose server answers, but not in this protocol. */
  mismatchAdvice: string;
}

export const MAX_URL_CHARACTERS = 2_048;

/** A URL that the gateway may call. The address behind its host name is checked at each call. */
export function callableUrl(scheme: 'http' | 'ws') {
  return z
    .string()
    .max(MAX_URL_CHARACTERS)
    .superRefine((text, context) => {
      try {
        checkUrl(text, { allowed: allowedPrivateHosts(), scheme });
      } catch (thrown) {
        if (!(thrown instanceof GuardError)) throw thrown;
        context.addIssue({ code: 'custom', message: thrown.message });
      }
    });
}

/** The text of a stored field; empty without one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
