// The public face of mail: what is sent to people by e-mail, where a mail server is configured.

export { sendsMail } from '@/lib/gateway';
export { mailClaimLink, refuseClaimMails, refusesClaimMails } from './claim-mail';
export { listMail, type MailLine, type MailSection, type MailText } from './layout';
export { mailExportLink, mailSignUpDecision } from './notices';
export { checkMailServer, mailBacklog, mailDue, nextMailDue, queueBulkMail, sendDueMails } from './outbox';
export { mailResetLink } from './password-reset';
export { readUnsubscription, type Unsubscription, unsubscribeLink } from './unsubscribe';
export { mailVerifyLink, offerVerifyLink } from './verify-email';
