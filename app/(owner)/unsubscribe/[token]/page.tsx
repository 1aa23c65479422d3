import type { Metadata } from 'next';
import { AuthFrame } from '@/components/console/auth-frame';
import { Button, ButtonLink } from '@/components/ui/button';
import type { OwnerId } from '@/lib/core/ids';
import { readDigestChoice } from '@/lib/domain/digests';
import { readUnsubscription, refusesClaimMails, type Unsubscription } from '@/lib/domain/mail';

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
  const words = unsubscription.list === 'digest' ? await digestWords(unsubscription) : await claimWords(unsubscription);
  if (words.isEnded) {
    return (
      <AuthFrame title={words.title} lead={words.lead}>
        <ButtonLink href="/" variant="default" fullWidth>
          Watch
        </ButtonLink>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={words.title} lead={words.lead}>
      <form method="post" action={`/unsubscribe/${encodeURIComponent(token)}/one-click?from=page`}>
        <Button type="submit" fullWidth>
          {words.button}
        </Button>
      </form>
    </AuthFrame>
  );
}

/** What the page says: what the button would end, or that it has ended. */
interface Words {
  isEnded: boolean;
  title: string;
  lead: string;
  button: string;
}

async function digestWords({ subject }: Unsubscription): Promise<Words> {
  const { frequency } = await readDigestChoice(subject as OwnerId);
  const button = 'Stop the digests';
  return frequency === 'off'
    ? {
        isEnded: true,
        title: 'You get no digests',
        lead: 'Mails about the security of your account still come.',
        button,
      }
    : {
        isEnded: false,
        title: 'Stop the digests?',
        lead: `You get a ${frequency} mail about what your agents did. You can turn it on again in the console.`,
        button,
      };
}

async function claimWords({ subject }: Unsubscription): Promise<Words> {
  const button = 'Never mail me about agents';
  return (await refusesClaimMails(subject))
    ? {
        isEnded: true,
        title: 'No agent can mail you',
        lead: 'Agents of this site cannot have their link mailed to this mailbox. They do not learn that.',
        button,
      }
    : {
        isEnded: false,
        title: 'Stop mails about agents?',
        lead: 'An agent named this mailbox as that of its owner. After this no agent of this site can.',
        button,
      };
}
