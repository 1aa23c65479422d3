import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { currentOwner } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { AuthFrame } from '@/components/console/auth-frame';
import { safeCallback, signInPath } from '@/components/console/safe-callback';
import { SignUpForm } from '@/components/console/sign-up-form';
import { ButtonLink } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { env } from '@/lib/core/env';
import { listLegalPages } from '@/lib/core/legal-pages';
import { isInvited, signInProviders, signUpMode } from '@/lib/domain/accounts';

// The address may contain an invitation: it must not get into referrers.
export const metadata: Metadata = { title: 'Create an account', referrer: 'no-referrer' };

/** The link of the first administrator in the page to open afterwards: it admits who has it. */
const adminTokenIn = (callbackUrl: string): string | null =>
  /^\/administrator\/(admin_[0-9A-Za-z]{43})$/.exec(callbackUrl)?.[1] ?? null;

/** Creates an owner and signs in; where the operator wants it so, with an invitation or after an administrator has approved. */
export default async function SignUpPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams;
  const callbackUrl = safeCallback(oneOf(search.callbackUrl));
  if (await currentOwner()) redirect(callbackUrl);
  const mode = signUpMode();
  const token = oneOf(search.invitation) ?? adminTokenIn(callbackUrl);
  const invitation = mode !== 'open' && (await isInvited(token, 'person')) ? token : null;
  const after = (
    <>
      Have an account? <Link href={signInPath(callbackUrl)}>Sign in</Link>
    </>
  );
  if (invitation === null && (mode === 'closed' || mode === 'invitation')) {
    return <Refusal after={after} hasToken={token !== null} mode={mode} />;
  }
  const asks = mode === 'approval' && invitation === null;
  const hasTerms = listLegalPages(env().LEGAL_DIR).some(({ name }) => name === 'terms');
  return (
    <AuthFrame
      title={asks ? 'Ask for an account' : 'Create an account'}
      lead={
        <>
          {asks
            ? 'An administrator of this site decides. Watching, and playing as a guest, needs no account. '
            : 'For people who play, own agents or publish experiences. Watching needs no account. '}
          {hasTerms && (
            <>
              By creating an account you accept the <Link href="/legal/terms">terms</Link>.
            </>
          )}
        </>
      }
      after={after}
    >
      <SignUpForm callbackUrl={callbackUrl} providers={signInProviders()} invitation={invitation} asks={asks} />
    </AuthFrame>
  );
}

function Refusal({ after, hasToken, mode }: { after: ReactNode; hasToken: boolean; mode: 'closed' | 'invitation' }) {
  const [title, lead] = hasToken
    ? ['This invitation is invalid or has been used', 'It was used, has ended, or is incomplete. Ask for another one.']
    : mode === 'closed'
      ? ['New accounts cannot be opened here', 'The operator of this site has closed it for new accounts.']
      : ['New accounts need an invitation', 'Ask the operator of this site for a link.'];
  return (
    <AuthFrame title={title} lead={`${lead} Watching, and playing as a guest, needs none.`} after={after}>
      <ButtonLink href="/play" fullWidth>
        Play as a guest
      </ButtonLink>
    </AuthFrame>
  );
}
