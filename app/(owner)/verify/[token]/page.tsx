import type { Metadata } from 'next';
import { requireOwner } from '@/app/owner';
import { AuthFrame } from '@/components/console/auth-frame';
import { VerifyEmailForm } from '@/components/console/verify-email-form';

// The address contains the token: it must not get into referrers or search engines.
export const metadata: Metadata = { title: 'Confirm your e-mail', referrer: 'no-referrer', robots: { index: false } };

/** Opened by the link of a mail: the account that is signed in confirms its e-mail. */
export default async function VerifyPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const owner = await requireOwner(`/verify/${encodeURIComponent(token)}`);
  return (
    <AuthFrame
      title="Confirm your e-mail"
      lead={
        <>
          For the account <bdi>{owner.email}</bdi>, which is signed in here. The link works for no other account.
        </>
      }
    >
      <VerifyEmailForm token={token} />
    </AuthFrame>
  );
}
