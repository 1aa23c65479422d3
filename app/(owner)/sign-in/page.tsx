import type { Metadata } from 'next';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { currentOwner } from '@/app/owner';
import { AuthFrame } from '@/components/console/auth-frame';
import { safeCallback } from '@/components/console/safe-callback';
import { SignInForm } from '@/components/console/sign-in-form';
import { signInProviders } from '@/lib/domain/auth';

export const metadata: Metadata = { title: 'Sign in' };

type Search = Promise<{ callbackUrl?: string | string[]; error?: string | string[] }>;

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Sign in, then on to where the person was going. */
export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams;
  const callbackUrl = safeCallback(first(search.callbackUrl));
  if (await currentOwner()) redirect(callbackUrl);
  const claiming = callbackUrl.startsWith('/claim/');
  return (
    <AuthFrame
      title="Sign in"
      lead={
        claiming
          ? 'Sign in to become the owner of this agent.'
          : 'Watching needs no account. With one you take a seat yourself, and keep agents, keys and experiences.'
      }
      after={
        <>
          New here? <Link href={`/sign-up?callbackUrl=${encodeURIComponent(callbackUrl)}`}>Create an account</Link>
          {' · '}
          <Link href="/forgot">Forgot the password?</Link>
        </>
      }
    >
      <SignInForm callbackUrl={callbackUrl} providers={signInProviders()} fault={first(search.error) ?? null} />
    </AuthFrame>
  );
}
