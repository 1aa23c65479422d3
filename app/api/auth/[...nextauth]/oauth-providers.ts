import type { Account, Profile } from 'next-auth';
import GitHubProvider, { type GithubProfile } from 'next-auth/providers/github';
import GoogleProvider, { type GoogleProfile } from 'next-auth/providers/google';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { z } from 'zod';
import { env } from '@/lib/core/env';
import { signInProviders } from '@/lib/domain/auth';
import type { ProviderIdentity } from '@/lib/domain/auth/owners.service';

const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));
const verifiedFlag = z.object({ email_verified: z.boolean() });
const picture = z
  .url({ protocol: /^https$/ })
  .nullish()
  .catch(null);
const names = z.object({ name: z.string().nullish(), login: z.string().nullish(), avatar_url: picture, picture });

/** GitHub and Google, as far as they are configured. */
export function oauthProviders() {
  const { GITHUB_ID, GITHUB_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env();
  const configured = {
    github: () => github({ clientId: GITHUB_ID, clientSecret: GITHUB_SECRET }),
    google: () => GoogleProvider<GoogleProfile>({ clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET }),
  };
  return signInProviders().map((provider) => configured[provider]());
}

/** GitHub tells of an e-mail only in a second question whether its holder has proven it. */
function github(client: { clientId: string; clientSecret: string }): OAuthConfig<GithubProfile> {
  return GitHubProvider<GithubProfile>({
    ...client,
    userinfo: {
      url: 'https://api.github.com/user',
      async request({ client: github, tokens }) {
        const profile = await github.userinfo<GithubProfile>(tokens.access_token ?? '');
        const verified = await verifiedGithubEmail(tokens.access_token ?? '');
        return { ...profile, email: verified ?? '', email_verified: verified !== null };
      },
    },
  });
}

async function verifiedGithubEmail(accessToken: string): Promise<string | null> {
  const response = await fetch('https://api.github.com/user/emails', {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' },
    signal: AbortSignal.timeout(10_000),
  });
  const emails = githubEmails.safeParse(response.ok ? await response.json() : null);
  return emails.data?.find((entry) => entry.primary && entry.verified)?.email ?? null;
}

/** What a provider says of a person, in our words. Whatever it does not say plainly counts as not proven. */
export function toIdentity(account: Account, profile: Profile | undefined): ProviderIdentity {
  const said = names.safeParse(profile).data;
  return {
    provider: account.provider,
    providerAccountId: account.providerAccountId,
    email: profile?.email ?? null,
    emailVerified: verifiedFlag.safeParse(profile).data?.email_verified ?? false,
    displayName: said?.name ?? said?.login ?? null,
    image: said?.avatar_url ?? said?.picture ?? null,
  };
}
