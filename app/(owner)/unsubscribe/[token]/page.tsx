import type { Metadata } from 'next';
import { AuthFrame } from '@/components/console/auth-frame';
import { Button, ButtonLink } from '@/components/ui/button';
import type { OwnerId } from '@/lib/core/ids';
import { readDigestChoice } from '@/lib/domain/digests';
import { readUnsubscription } from '@/lib/domain/mail';

// The address ends mails: it must not get into referrers or search engines.
export const metadata: Metadata = { title: 'End mails', referrer: 'no-referrer', robots: { index: false } };

/** Opened from a mail, without a sign-in. Only the button changes something: programs that look at mails open links too. */
export default async function UnsubscribePage({ params }: { params: Promise<{ token: string }> }) {
  const token = decodeURIComponent((await params).token);
  const unsubscription = readUnsubscription(token);
  if (!unsubscription) {
    return (
      <AuthFrame title="This link is not valid" lead="Open it from the mail again, or choose in the console.">
        <ButtonLink href="/console/account" fullWidth>
          Open my account
        </ButtonLink>
      </AuthFrame>
    );
  }
  const { frequency } = await readDigestChoice(unsubscription.subject as OwnerId);
  if (frequency === 'off') {
    return (
      <AuthFrame title="You get no digests" lead="Mails about the security of your account still come.">
        <ButtonLink href="/console/account" variant="default" fullWidth>
          Open my account
        </ButtonLink>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Stop the digests?"
      lead={`You get a ${frequency} mail about what your agents did. You can turn it on again in the console.`}
    >
      <form method="post" action={`/unsubscribe/${encodeURIComponent(token)}/one-click?from=page`}>
        <Button type="submit" fullWidth>
          Stop the digests
        </Button>
      </form>
    </AuthFrame>
  );
}
