import type { Metadata } from 'next';
import { requireOwner } from '@/app/owner';
import { AdminLinkForm } from '@/components/console/admin-link-form';
import { AuthFrame } from '@/components/console/auth-frame';
import { ButtonLink } from '@/components/ui/button';
import { isAdminLinkValid, withholdsRole } from '@/lib/domain/accounts';

// The address contains the token: it must not get into referrers or search engines.
export const metadata: Metadata = {
  title: 'Become an administrator',
  referrer: 'no-referrer',
  robots: { index: false },
};

/** Opened by the link that a start in production writes to the log: sign in, then become the administrator, once. */
export default async function AdministratorPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  if (!(await isAdminLinkValid({ token }))) {
    return (
      <AuthFrame
        title="This link is invalid or has been used"
        lead="It was used before, has expired, was replaced by a newer one, or is incomplete. The server writes a new link to its log at each start while there is no administrator."
      >
        <ButtonLink href="/console" fullWidth>
          Go to the console
        </ButtonLink>
      </AuthFrame>
    );
  }
  const owner = await requireOwner(`/administrator/${encodeURIComponent(token)}`);
  const { hasSecondFactor, factorAt } = owner.proof;
  if (withholdsRole(hasSecondFactor && factorAt !== null)) {
    return (
      <AuthFrame
        title="Set up a second factor first"
        lead="Administrators of this site need a passkey or an authenticator app. Add one, then open this link again: it still works."
      >
        <ButtonLink href="/console/security" fullWidth>
          Open the security page
        </ButtonLink>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Become an administrator" lead="The link works once. It comes from the log of this server.">
      <AdminLinkForm token={token} ownerEmail={owner.email} />
    </AuthFrame>
  );
}
