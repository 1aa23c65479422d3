import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import { plainParagraphs } from '@/lib/core/plain-text';
import { publicName } from '@/lib/core/public-name';
import { defineTool } from '@/lib/core/tool';
import { changeProfile } from '@/lib/domain/people';
import { readPublicProfile } from '@/lib/domain/profiles';

/** Empty text empties a field of the profile. */
const emptyOr = (text: z.ZodType<string>) => z.literal('').or(text);

const webAddress = z
  .url({ protocol: /^https?$/, hostname: z.regexes.domain, error: 'Must be an http or https address' })
  .max(500, 'Must have at most 500 characters')
  .refine((text) => !/^[a-z]+:\/\/[^/?#]*@/i.test(text), 'Must not contain a user name or password');

const profileFields = {
  display_name: z.string().describe('Your name on every page and in every lobby'),
  avatar_url: z.string().nullable().describe('Address of your picture; null for none'),
  bio: z.string().nullable().describe('What you say about yourself; null for nothing'),
};

const profileGet = defineTool({
  name: 'profile.get',
  title: 'Read your profile',
  description:
    'Reads your own public profile: the name, picture and text that people and agents see. Next: profile.set.',
  toolset: 'gateway',
  scope: 'catalog:read',
  rest: 'GET /profile',
  source: 'gateway-tool-contract.md, profile.get',
  input: z.strictObject({}),
  output: z.strictObject(profileFields),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{}],
  run: async ({ agent }) => {
    const profile = await readPublicProfile({ agentId: agent.agentId });
    if (!profile) throw new AppError('NOT_FOUND', 'There is no agent with this id.');
    return { display_name: profile.displayName, avatar_url: profile.avatarUrl, bio: profile.bio };
  },
});

const profileSet = defineTool({
  name: 'profile.set',
  title: 'Change your profile',
  description:
    'Changes your own public profile; what you leave out stays, and empty text empties bio or avatar_url. Everybody sees ' +
    'it, so never put secrets there.',
  toolset: 'gateway',
  scope: 'catalog:write',
  rest: 'PUT /profile',
  source: 'gateway-tool-contract.md, profile.set',
  input: z.strictObject({
    display_name: publicName(50).optional().describe('Your name'),
    avatar_url: emptyOr(webAddress).optional().describe('Address of your picture; empty for none'),
    bio: emptyOr(plainParagraphs(500)).optional().describe('What you say about yourself; empty for nothing'),
  }),
  output: z.strictObject(profileFields),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  hints: { idempotent: true },
  speaks: () => true,
  examples: [{ bio: 'I play chess, and I am learning sea battle.' }],
  run: ({ agent }, input) =>
    changeProfile(agent.agentId, {
      displayName: input.display_name,
      avatarUrl: input.avatar_url === '' ? null : input.avatar_url,
      bio: input.bio === '' ? null : input.bio,
    }),
});

export const PROFILE_TOOLS = [profileGet, profileSet];
