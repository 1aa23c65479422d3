import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { siteOrigin } from '@/app/origin';
import { currentOwner } from '@/app/owner';
import { AuthFrame } from '@/components/console/auth-frame';
import { safeCallback } from '@/components/console/safe-callback';
import { SignInForm } from '@/components/console/sign-in-form';
import { Link } from '@/components/ui/link';
import { signInProviders } from '@/lib/domain/accounts';

export const metadata: Metadata = { title: 'Sign in' };

type Search = Promise<{ callbackUrl?: string | string[]; error?: string | string[] }>;

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** next-auth writes full addresses where we write paths; an address of another site is not changed, and is refused later. */
async function pathOf(address: string | undefined): Promise<string | undefined> {
  const origin = await siteOrigin();
  return address?.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
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
  const callbackUrl = safeCallback(await pathOf(first(search.callbackUrl)));
  const fault = first(search.error) ?? null;
  if (await currentOwner())
    redirect(fault === null ? callbackUrl : `/console/account?error=${encodeURIComponent(fault)}`);
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
      <SignInForm callbackUrl={callbackUrl} providers={signInProviders()} fault={fault} />
    </AuthFrame>
  );
}
