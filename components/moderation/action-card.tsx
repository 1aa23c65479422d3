import { Section } from '@/components/console/section';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { ModerationAction } from '@/lib/domain/moderation';
import { actionWords } from './action-words';
import { AppealDecision } from './appeal-decision';
import { Facts, Quote } from './facts';
import { UndoAction } from './undo-action';

function endOf({ undone, ends_at: endsAt }: ModerationAction) {
  if (undone !== null) {
    return (
      <span>
        undone <RelativeTime at={undone.at} />
        {undone.note !== null && (
          <>
            : <bdi>{undone.note}</bdi>
          </>
        )}
      </span>
    );
  }
  return endsAt === null ? 'it is undone' : <RelativeTime at={endsAt} />;
}

/** An action of the log, with its appeal. */
export function ActionCard({ action }: { action: ModerationAction }) {
  const { target, text, appeal, note } = action;
  return (
    <Section
      title={`${actionWords(action)}: ${target.title}`}
      action={action.is_in_force && action.kind !== 'warn' ? <UndoAction actionId={action.action_id} /> : undefined}
    >
      <div className={shared.stack} data-gap="sm">
        {text !== null && <Quote>{text}</Quote>}
        <Facts
          facts={[
            ...(action.matches === null ? [] : [['Matches', String(action.matches)] as const]),
            ['Reason', action.reason],
            ...(note === null ? [] : [['Note', note] as const]),
            ['When', <RelativeTime key="at" at={action.at} />],
            ['Until', endOf(action)],
            ...(appeal === null ? [] : [['Appeal', appeal.text] as const]),
            ...(appeal?.answer ? [['Answer', `${appeal.outcome}: ${appeal.answer}`] as const] : []),
          ]}
        />
        {appeal !== null && appeal.outcome === null && action.undone === null && (
          <AppealDecision actionId={action.action_id} />
        )}
      </div>
    </Section>
  );
}
