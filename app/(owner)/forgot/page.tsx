import type { Metadata } from 'next';
import { AuthFrame } from '@/components/console/auth-frame';
import { ForgotForm } from '@/components/console/forgot-form';
import { Link } from '@/components/ui/link';
import { sendsMail } from '@/lib/domain/mail';
import classes from './page.module.css';

export const metadata: Metadata = { title: 'Forgot the password' };

/** How to reset a password: by mail where a mail server is configured, else by a link of the operator. */
export default function ForgotPage() {
  const byMail = sendsMail();
  return (
    <AuthFrame
      title="Forgot the password?"
      lead={
        byMail
          ? 'We mail a link that sets a new password to the address of your account.'
          : 'This site sends no mail. Its operator can make a link that sets a new password.'
      }
      after={<Link href="/sign-in">Back to signing in</Link>}
    >
      {byMail && <ForgotForm />}
      {byMail ? (
        <details className={classes.alternative}>
          <summary>You cannot read that mailbox any more?</summary>
          <OperatorSteps />
        </details>
      ) : (
        <OperatorSteps />
      )}
      <p className={classes.alternative}>
        Did you sign in with GitHub, Google or another provider before? Then go back and do that: it needs no password.
      </p>
    </AuthFrame>
  );
}

function OperatorSteps() {
  return (
    <ol className={classes.steps}>
      <li>Ask the operator of this site for a link, and give them the e-mail of your account.</li>
      <li>
        They run <code>npm run owner:reset -- you@example.org</code> where Botplay is installed and give you the link
        that it prints.
      </li>
      <li>
        The link works once and for a day. It sets a new password, signs you out everywhere else and disconnects
        providers such as GitHub. A second factor, your agents and their keys stay as they are.
      </li>
    </ol>
  );
}
