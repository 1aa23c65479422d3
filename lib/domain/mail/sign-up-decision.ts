import { log } from '@/lib/core/log';
import { sendsMail } from '@/lib/gateway';
import { queueMail } from './outbox';
import { decisionText } from './texts';

/** Mails what an administrator decided about an account, where mail is sent. Never throws: the decision holds without it. */
export async function mailSignUpDecision(of: { email: string; isApproved: boolean; origin: string }): Promise<void> {
  if (!sendsMail()) return;
  const text = decisionText(of.isApproved, of.origin);
  await queueMail({ kind: 'sign_up_decision', to: of.email, text }).catch((err: unknown) =>
    log.error({ err }, 'a mail about a sign-up was not queued'),
  );
}
