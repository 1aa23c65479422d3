import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { agentChoices } from '@/app/(owner)/console/history';
import { siteOrigin } from '@/app/origin';
import { requireOwner } from '@/app/owner';
import type { Search } from '@/app/search-params';
import { AuthFrame } from '@/components/console/auth-frame';
import { ConsentForm } from '@/components/console/consent-form';
import { ButtonLink } from '@/components/ui/button';
import { AppError } from '@/lib/core/errors';
import { type ReadRequest, readAuthorizationRequest, type Site } from '@/lib/domain/oauth';
import { oauthSite } from '@/lib/tools/endpoints';

// The address contains what the app sent: it must not get into referrers or search engines.
export const metadata: Metadata = { title: 'Connect an app', referrer: 'no-referrer', robots: { index: false } };

/** The query as it was sent, with what was sent twice. */
async function readQuery(search: Search): Promise<URLSearchParams> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(await search))
    for (const one of Array.isArray(value) ? value : [value ?? '']) query.append(name, one);
  return query;
}

async function read(query: URLSearchParams, of: { site: Site; ownerId: string }): Promise<ReadRequest> {
  try {
    return await readAuthorizationRequest(query, of);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'RATE_LIMITED')
      return { kind: 'refused', message: thrown.message };
    throw thrown;
  }
}

/** The authorization endpoint: an app sends a person here, who signs in and decides. Specification: OAuth 2.1, 4.1.1. */
export default async function AuthorizePage({ searchParams }: { searchParams: Search }) {
  const query = await readQuery(searchParams);
  const owner = await requireOwner(`/oauth/authorize?${query}`);
  const site = oauthSite(await siteOrigin());
  const found = await read(query, { site, ownerId: owner.ownerId });
  if (found.kind === 'faulty' && found.isAutomatic) redirect(found.redirectTo);
  if (found.kind !== 'valid') {
    return (
      <AuthFrame title="This request cannot be answered" lead={found.message}>
        {found.kind === 'faulty' ? (
          <ButtonLink href={found.redirectTo} variant="default" fullWidth>
            Return to {found.returnHost}
          </ButtonLink>
        ) : (
          <ButtonLink href="/console/apps" variant="default" fullWidth>
            See my connected apps
          </ButtonLink>
        )}
      </AuthFrame>
    );
  }
  const { client, returnHost, audience, scopes } = found.request;
  return (
    <AuthFrame
      title="Connect an app to Botplay"
      lead="It asks to play as one of your agents. Agree only if you have just started this in the app yourself."
    >
      <ConsentForm
        request={query.toString()}
        client={{
          name: client.name,
          documentHost: URL.canParse(client.id) ? new URL(client.id).host : null,
          returnHost,
        }}
        endpoint={audience === site.issuer ? null : audience.slice(site.issuer.length)}
        scopes={scopes}
        agents={await agentChoices(owner.ownerId)}
        ownerEmail={owner.email}
      />
    </AuthFrame>
  );
}
