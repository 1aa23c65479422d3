import { decodeJwt } from 'jose';
import type { Account, Profile } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { z } from 'zod';
import { env } from '@/lib/core/env';
import type { ProviderIdentity } from '@/lib/domain/accounts';
import { signInProviders } from '@/lib/domain/accounts';

const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));
const githubId = z.object({ id: z.int() });
const verifiedFlag = z.object({ email_verified: z.boolean() });
const picture = z
  .url({ protocol: /^https$/ })
  .nullish()
  .catch(null);
const names = z.object({ name: z.string().nullish(), login: z.string().nullish(), avatar_url: picture, picture });

interface Client {
  clientId: string;
  clientSecret: string;
}

const GOOGLE = 'https://accounts.google.com';

/** The configured providers: GitHub, Google, one OpenID provider. */
export function oauthProviders(): OAuthConfig<Profile>[] {
  const { GITHUB_ID, GITHUB_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env();
  const { OIDC_ISSUER = '', OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = env();
  const configured = {
    github: () => github({ clientId: GITHUB_ID, clientSecret: GITHUB_SECRET }),
    google: () => openId('google', GOOGLE, { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET }),
    oidc: () => openId('oidc', OIDC_ISSUER, { clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET }),
  };
  return signInProviders().map(({ id }) => configured[id]());
}

/** An OpenID provider, discovered from its address. Some report the e-mail only at the userinfo endpoint. */
function openId(id: 'google' | 'oidc', issuer: string, client: Client): OAuthConfig<Profile> {
  return {
    ...client,
    id,
    name: id,
    type: 'oauth',
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    userinfo: {
      async request({ client: provider, tokens }) {
        // Signature, issuer, audience and nonce were checked when the token was fetched.
        const claims = decodeJwt<Profile>(tokens.id_token ?? '');
        if (claims.email !== undefined || !provider.issuer.metadata.userinfo_endpoint) return claims;
        return { ...claims, ...(await provider.userinfo(tokens.access_token ?? '')) };
      },
    },
    profile: ({ sub }) => ({ id: sub ?? '' }),
  };
}

/** GitHub reports only in a second request whether an e-mail is verified. */
function github(client: Client): OAuthConfig<Profile> {
  const { GITHUB_URL } = env();
  const api = GITHUB_URL === 'https://github.com' ? 'https://api.github.com' : `${GITHUB_URL}/api/v3`;
  return {
    ...client,
    id: 'github',
    name: 'GitHub',
    type: 'oauth',
    issuer: `${GITHUB_URL}/login/oauth`,
    authorization: { url: `${GITHUB_URL}/login/oauth/authorize`, params: { scope: 'read:user user:email' } },
    token: `${GITHUB_URL}/login/oauth/access_token`,
    checks: ['pkce', 'state'],
    userinfo: {
      url: `${api}/user`,
      async request({ client: provider, tokens }) {
        const profile = await provider.userinfo(tokens.access_token ?? '');
        const verified = await verifiedGithubEmail(api, tokens.access_token ?? '');
        return { ...profile, email: verified ?? '', email_verified: verified !== null };
      },
    },
    profile: (profile) => ({ id: String(githubId.parse(profile).id) }),
  };
}

async function verifiedGithubEmail(api: string, accessToken: string): Promise<string | null> {
  const response = await fetch(`${api}/user/emails`, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' },
    signal: AbortSignal.timeout(10_000),
  });
  const emails = githubEmails.safeParse(response.ok ? await response.json() : null);
  return emails.data?.find((entry) => entry.primary && entry.verified)?.email ?? null;
}

/** The identity that a provider reports. An e-mail counts as verified only if it says so. */
export function toIdentity(account: Account, profile: Profile | undefined): ProviderIdentity {
  const named = names.safeParse(profile).data;
  return {
    provider: account.provider,
    providerAccountId: account.providerAccountId,
    email: profile?.email ?? null,
    emailVerified: verifiedFlag.safeParse(profile).data?.email_verified ?? false,
    displayName: named?.name ?? named?.login ?? null,
    image: named?.avatar_url ?? named?.picture ?? null,
  };
}
