import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { siteOrigin } from '@/app/origin';
import { currentOwner, waitingOwner } from '@/app/owner';
import { AuthFrame } from '@/components/console/auth-frame';
import { safeCallback, signInPath } from '@/components/console/safe-callback';
import { SignInForm } from '@/components/console/sign-in-form';
import { CancelSignIn } from '@/components/security/cancel-sign-in';
import { FactorForm } from '@/components/security/factor-form';
import { PasskeySignIn } from '@/components/security/passkey-sign-in';
import { Link } from '@/components/ui/link';
import { signInProviders } from '@/lib/domain/accounts';
import { hasPasskeys, listFactors } from '@/lib/domain/second-factors';

export const metadata: Metadata = { title: 'Sign in' };

type Search = Promise<{ callbackUrl?: string | string[]; error?: string | string[] }>;

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** next-auth writes full addresses where we write paths; an address of another site is not changed, and is refused later. */
function pathOf(address: string | undefined, origin: string): string | undefined {
  return address?.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
}

/** The page behind an address of this page: a provider returns to this one, which asks for the second factor. */
function afterSignIn(callbackUrl: string): string {
  if (!callbackUrl.startsWith('/sign-in?')) return callbackUrl;
  return safeCallback(new URLSearchParams(callbackUrl.slice(callbackUrl.indexOf('?'))).get('callbackUrl'));
}

function leadFor(callbackUrl: string): string {
  if (callbackUrl.startsWith('/claim/')) return 'Sign in to become the owner of this agent.';
  if (callbackUrl.startsWith('/oauth/authorize'))
    return 'An app wants to play as one of your agents. Sign in first; then you see what it asks for.';
  return 'Watching needs no account. With one you take a seat yourself, and keep agents, keys and experiences.';
}

/** Signs in, then continues to the requested page. */
export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams;
  const origin = await siteOrigin();
  const callbackUrl = afterSignIn(safeCallback(pathOf(first(search.callbackUrl), origin)));
  const fault = first(search.error) ?? null;
  if (await currentOwner())
    redirect(fault === null ? callbackUrl : `/console/account?error=${encodeURIComponent(fault)}`);
  const waiting = await waitingOwner();
  if (waiting) {
    const factors = await listFactors(waiting.ownerId);
    return (
      <AuthFrame
        title="Second factor"
        lead={
          <>
            For <bdi>{waiting.email}</bdi>. It is valid for 10 minutes.
          </>
        }
        after={<CancelSignIn next={signInPath(callbackUrl)} />}
      >
        <FactorForm
          path="/api/console/sign-in/factor"
          next={callbackUrl}
          hasPasskey={factors.passkeys.length > 0 && hasPasskeys(origin)}
          hasAuthenticator={factors.has_authenticator}
          action="Sign in"
        />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Sign in"
      lead={leadFor(callbackUrl)}
      after={
        <>
          New here? <Link href={`/sign-up?callbackUrl=${encodeURIComponent(callbackUrl)}`}>Create an account</Link>
          {' · '}
          <Link href="/forgot">Forgot the password?</Link>
        </>
      }
    >
      <SignInForm callbackUrl={callbackUrl} providers={signInProviders()} fault={fault}>
        {hasPasskeys(origin) && <PasskeySignIn callbackUrl={callbackUrl} />}
      </SignInForm>
    </AuthFrame>
  );
}
