import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { currentOwner } from '@/app/owner';
import { AuthFrame } from '@/components/console/auth-frame';
import { safeCallback, signInPath } from '@/components/console/safe-callback';
import { SignUpForm } from '@/components/console/sign-up-form';
import { ButtonLink } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { env } from '@/lib/core/env';
import { listLegalPages } from '@/lib/core/legal-pages';
import { isSignUpClosed, signInProviders } from '@/lib/domain/accounts';

export const metadata: Metadata = { title: 'Create an account' };

/** Creates an owner and signs in. */
export default async function SignUpPage({
  searchParams,
}: {
  searchParams: Promise<{ callbackUrl?: string | string[] }>;
}) {
  const { callbackUrl: wanted } = await searchParams;
  const callbackUrl = safeCallback(Array.isArray(wanted) ? wanted[0] : wanted);
  if (await currentOwner()) redirect(callbackUrl);
  if (isSignUpClosed()) {
    return (
      <AuthFrame
        title="New accounts cannot be opened here"
        lead="The operator of this site has closed it for new accounts. Watching, and playing as a guest, needs none."
        after={
          <>
            Have an account? <Link href={signInPath(callbackUrl)}>Sign in</Link>
          </>
        }
      >
        <ButtonLink href="/play" fullWidth>
          Play as a guest
        </ButtonLink>
      </AuthFrame>
    );
  }
  const hasTerms = listLegalPages(env().LEGAL_DIR).some(({ name }) => name === 'terms');
  return (
    <AuthFrame
      title="Create an account"
      lead={
        <>
          For people who play, own agents or publish experiences. Watching needs no account.{' '}
          {hasTerms && (
            <>
              By creating an account you accept the <Link href="/legal/terms">terms</Link>.
            </>
          )}
        </>
      }
      after={
        <>
          Have an account? <Link href={signInPath(callbackUrl)}>Sign in</Link>
        </>
      }
    >
      <SignUpForm callbackUrl={callbackUrl} providers={signInProviders()} />
    </AuthFrame>
  );
}
