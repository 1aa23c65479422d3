import { queueMail } from './outbox';
import { exportText } from './texts';

/** Mails an owner that the archive of their data is ready. The page of the link asks for a sign-in. */
export async function mailExportLink(of: { email: string; link: string; days: number }): Promise<void> {
  await queueMail({ kind: 'export_ready', to: of.email, text: exportText(of) });
}
