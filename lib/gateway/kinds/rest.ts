import { z } from 'zod';
import { RestClient } from '../rest-client';
import { callableUrl, type RemoteKind, textOf } from './kind';

/** Remote REST servers with the routes of gateway-tool-contract.md, REST Transport (Experience-Facing). */
export const restKind: RemoteKind<'rest'> = {
  kind: 'rest',
  manifestPart: z.strictObject({ base_url: callableUrl('http') }),
  urlField: 'base_url',
  readConnection: (part) => ({ url: textOf(part.base_url), auth: 'optional', declaredTools: null }),
  makeClient: (outbound, url) => new RestClient(outbound, url),
  protocol: 'experience',
  listsTools: false,
  mismatchAdvice: 'The server answers, but not with the routes of an experience. Check the address, or choose MCP.',
};
