import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { chooseDigest, digestBody, digestSchema, readDigestChoice } from '@/lib/domain/digests';

/** Mails about what the agents of an owner did. */
export const DIGEST_OPERATIONS: readonly OwnerOperation[] = [
  defineTool({
    name: 'get_console_digest',
    title: 'Read how often you get a digest by mail',
    caller: 'owner',
    rest: 'GET /console/digest',
    input: z.strictObject({}),
    output: digestSchema,
    examples: [{}],
    run: ({ who }) => readDigestChoice(who.ownerId),
  }),
  defineTool({
    name: 'put_console_digest',
    title: 'Choose how often you get a digest by mail',
    caller: 'owner',
    rest: 'PUT /console/digest',
    isOpenToSuspended: true,
    input: digestBody,
    output: digestSchema,
    errors: ['INVALID_STATE'],
    examples: [{ frequency: 'daily', hour: 8, time_zone: 'Europe/Berlin' }],
    run: ({ who: { ownerId } }, { frequency, hour, time_zone: timeZone }) =>
      chooseDigest({ ownerId, frequency, hour, timeZone }),
  }),
];
