import { z } from 'zod';
import { EXPERIENCE_TOOLS, REQUIRED_TOOLS } from '../experience-client';
import { RestClient } from '../rest-client';
import { callableUrl, type RemoteKind, textOf } from './kind';

/** Tools of a server that says which optional ones it has; null for one that does not: a missing route answers 404 then. */
function declaredTools({ optional_tools: optional }: Record<string, unknown>): readonly string[] | null {
  return Array.isArray(optional) ? [...REQUIRED_TOOLS, ...optional.map(String)] : null;
}

/** Remote REST servers with the routes of gateway-tool-contract.md, REST Transport (Experience-Facing). */
export const restKind: RemoteKind<'rest'> = {
  kind: 'rest',
  manifestPart: z.strictObject({
    base_url: callableUrl('http'),
    optional_tools: z.array(z.enum(EXPERIENCE_TOOLS)).max(EXPERIENCE_TOOLS.length).optional(),
  }),
  urlField: 'base_url',
  readConnection: (part) => ({ url: textOf(part.base_url), auth: 'optional', declaredTools: declaredTools(part) }),
  makeClient: (outbound, url) => new RestClient(outbound, url),
  protocol: 'experience',
  listsTools: false,
  mismatchAdvice: 'The server answers, but not with the routes of an experience. Check the address, or choose MCP.',
};
