import nodemailer, { type Transporter } from 'nodemailer';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';

/** A mail as it is handed to the mail server. */
export interface OutgoingMail {
  /** The same for every attempt: a server that has it already can tell. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address that ends such mails by one POST (RFC 8058). */
  oneClick?: string;
}

/** What became of an attempt. `retry`: the server may take it later. */
export type MailOutcome = { sent: true } | { sent: false; retry: boolean; error: string };

const CONNECT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 20_000;
const MAX_CONNECTIONS = 2;

/** The configured server, with connections that stay open between mails. */
const transport = (): Transporter =>
  once('gateway.smtp', () => {
    const { SMTP_URL: url, MAIL_FROM: from } = env();
    return nodemailer.createTransport(
      {
        url,
        pool: true,
        maxConnections: MAX_CONNECTIONS,
        connectionTimeout: CONNECT_WITHIN_MS,
        greetingTimeout: CONNECT_WITHIN_MS,
        socketTimeout: ANSWER_WITHIN_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      } as nodemailer.TransportOptions,
      { from },
    );
  });

/** Whether mail is configured (SMTP_URL, MAIL_FROM). */
export const sendsMail = (): boolean => env().SMTP_URL !== '';

/** Hands one mail to the server. Never throws: a mail that the server refuses for good is not tried again. */
export async function sendMail({ oneClick, ...mail }: OutgoingMail): Promise<MailOutcome> {
  const headers: Record<string, string> =
    oneClick === undefined
      ? {}
      : { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  try {
    await transport().sendMail({ ...mail, headers });
    return { sent: true };
  } catch (thrown) {
    const { code, responseCode = 0, message } = thrown as { code?: string; responseCode?: number; message?: string };
    // A refused sign-in is a fault of the configuration: the mail waits until it is mended.
    const isPermanent = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
    return { sent: false, retry: !isPermanent, error: String(message ?? thrown).slice(0, 500) };
  }
}

/** Connects and signs in to the server. Returns why that fails; null when it works. */
export async function mailServerFault(): Promise<string | null> {
  return transport()
    .verify()
    .then(
      () => null,
      (thrown: unknown) => String((thrown as Error).message ?? thrown),
    );
}

/** Ends the connections to the server. */
export function closeMail(): void {
  if (sendsMail()) transport().close();
}
