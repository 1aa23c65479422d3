// The public face of mail: what is sent to people by e-mail, where a mail server is configured.

export { sendsMail } from '@/lib/gateway';
export { mailExportLink, mailSignUpDecision } from './notices';
export { checkMailServer, mailBacklog, mailDue, nextMailDue, sendDueMails } from './outbox';
export { mailResetLink } from './password-reset';
export { mailVerifyLink, offerVerifyLink } from './verify-email';
