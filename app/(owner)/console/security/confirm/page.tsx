import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { requireOwner } from '@/app/owner';
import { AuthFrame } from '@/components/console/auth-frame';
import { ProviderButtons } from '@/components/console/provider-buttons';
import { safeCallback } from '@/components/console/safe-callback';
import { FactorForm } from '@/components/security/factor-form';
import { PasswordProof } from '@/components/security/password-proof';
import { isRecentlyProven, listSignInWays, signInProviders } from '@/lib/domain/accounts';
import { listFactors } from '@/lib/domain/second-factors';

export const metadata: Metadata = { title: 'Confirm that it is you' };

/** Asks for the second factor, or without one for the password or the provider, then opens `next`. */
export default async function ConfirmPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const { next: wanted } = await searchParams;
  const next = safeCallback(Array.isArray(wanted) ? wanted[0] : wanted, '/console/security');
  const owner = await requireOwner(`/console/security/confirm?next=${encodeURIComponent(next)}`);
  if (isRecentlyProven(owner)) redirect(next);
  const [factors, ways] = await Promise.all([listFactors(owner.ownerId), listSignInWays(owner.ownerId)]);
  const { hasSecondFactor } = owner.proof;
  const providers = signInProviders().filter(({ id }) => ways.providers.includes(id));
  return (
    <AuthFrame title="Confirm that it is you" lead="It is valid in this browser for 15 minutes.">
      {hasSecondFactor && (
        <FactorForm
          path="/api/console/proof"
          next={next}
          hasPasskey={factors.passkeys.length > 0}
          hasAuthenticator={factors.has_authenticator}
          action="Confirm"
        />
      )}
      {!hasSecondFactor && ways.hasPassword && <PasswordProof next={next} />}
      {!hasSecondFactor && <ProviderButtons providers={providers} callbackUrl={next} />}
    </AuthFrame>
  );
}
