import type { ModerationAction } from '@/lib/domain/moderation';

type ActionWords = Pick<ModerationAction, 'kind' | 'restricted_id' | 'subject'>;

/** An action as the rest of a sentence: "muted the account". */
export function actionWords({ kind, restricted_id, subject }: ActionWords): string {
  const whom = restricted_id !== null && restricted_id === subject.owner_id ? 'the account' : 'the agent or person';
  switch (kind) {
    case 'warn':
      return 'Warned';
    case 'hide':
      return 'Hid the words';
    case 'remove':
      return 'Removed the words';
    case 'mute':
      return `Muted ${whom}`;
    case 'unrate':
      return 'Took results back';
    default:
      return `Suspended ${whom}`;
  }
}
