import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { env } from '@/lib/core/env';
import { closeMail } from '@/lib/gateway';

/** A mail as the server got it. */
export interface ReceivedMail {
  to: string[];
  from: string;
  /** Headers and body as they were sent. */
  source: string;
}

/**
 * Gives this test file a mail server, which is configured as SMTP_URL. Call it once at the top.
 * @returns what it has got since the test began, and the codes with which it refuses the next mails
 */
export function useMailServer(): { received: ReceivedMail[]; refusals: number[] } {
  const received: ReceivedMail[] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, done) {
      const source = await text(stream);
      const responseCode = refusals.shift();
      if (responseCode !== undefined) return done(Object.assign(new Error('Refused'), { responseCode }));
      const { mailFrom, rcptTo } = session.envelope;
      received.push({ to: rcptTo.map(({ address }) => address), from: mailFrom ? mailFrom.address : '', source });
      done();
    },
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    env().SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    env().MAIL_FROM = 'Botplay <no-reply@botplay.example>';
  });
  afterAll(async () => {
    closeMail();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  beforeEach(() => {
    received.length = 0;
    refusals.length = 0;
  });
  return { received, refusals };
}

/** The text of a quoted-printable mail. */
export function plainText(source: string): string {
  const bytes = source
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
