// The public face of mail: what is sent to people by e-mail, where a mail server is configured.

import './security-notices';

export { sendsMail } from '@/lib/gateway';
export { checkMailServer, mailBacklog, mailDue, nextMailDue, sendDueMails } from './outbox';
export { mailExportLink } from './owner-export';
export { mailResetLink } from './password-reset';
export { mailSignUpDecision } from './sign-up-decision';
export { mailVerifyLink, offerVerifyLink } from './verify-email';
