import type { Metadata } from 'next';
import { AuthFrame } from '@/components/console/auth-frame';
import { ResetForm } from '@/components/console/reset-form';
import { ButtonLink } from '@/components/ui/button';
import { previewReset } from '@/lib/domain/accounts';

// The address contains the token: it must not get into referrers or search engines.
export const metadata: Metadata = { title: 'Set a new password', referrer: 'no-referrer', robots: { index: false } };

/** Opened by a link that the operator made: sets a new password, once. */
export default async function ResetPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await previewReset({ token });
  if (link === null) {
    return (
      <AuthFrame
        title="This link is invalid or has been used"
        lead="It was used before, has expired, was replaced by a newer one, or is incomplete. Ask for another link."
      >
        <ButtonLink href="/sign-in" fullWidth>
          Sign in
        </ButtonLink>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Set a new password"
      lead={
        <>
          For the account <bdi>{link.email}</bdi>. The link works once. Everyone who is signed in to this account now is
          signed out.
        </>
      }
    >
      <ResetForm token={token} />
    </AuthFrame>
  );
}
