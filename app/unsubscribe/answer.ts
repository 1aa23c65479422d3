import { endDigest } from '@/lib/domain/digests';
import { readUnsubscription, refuseClaimMails } from '@/lib/domain/mail';

/**
 * Ends the mails of a signed link, without a sign-in. Mail programs get a plain answer, because they follow no redirect; the form of
 * the page leads back to it.
 */
export async function answerOneClick(request: Request, token: string): Promise<Response> {
  const unsubscription = readUnsubscription(token);
  if (!unsubscription) return new Response('This link is not valid.\n', { status: 404 });
  const { list, subject } = unsubscription;
  await (list === 'digest' ? endDigest(subject) : refuseClaimMails(subject));
  if (new URL(request.url).searchParams.get('from') !== 'page')
    return new Response('You get no more of these mails.\n');
  return new Response(null, { status: 303, headers: { location: `/unsubscribe/${token}` } });
}
