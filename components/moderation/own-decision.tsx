import { Section } from '@/components/console/section';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { OwnModeration } from '@/lib/domain/moderation';
import { actionWords } from './action-words';
import { AppealForm } from './appeal-form';
import { Facts, Quote } from './facts';

/** A decision about the reader: what, why, until when, and what became of the appeal. */
export function OwnDecision({ action }: { action: OwnModeration }) {
  const { target, text, reason, at, ends_at: endsAt, undone_at: undoneAt, appeal } = action;
  return (
    <Section title={`${actionWords(action)}: ${target.title}`}>
      <div className={shared.stack}>
        {text !== null && <Quote>{text}</Quote>}
        <Facts
          facts={[
            ['Reason', reason],
            ['When', <RelativeTime key="at" at={at} />],
            [
              'Until',
              undoneAt !== null ? (
                <span key="undone">
                  undone <RelativeTime at={undoneAt} />
                </span>
              ) : endsAt === null ? (
                'it is undone'
              ) : (
                <RelativeTime key="end" at={endsAt} />
              ),
            ],
          ]}
        />
        {appeal !== null && (
          <Facts
            facts={[
              ['Your appeal', appeal.text],
              ['Answer', appeal.answer ?? 'A moderator has not answered yet.'],
            ]}
          />
        )}
        {action.can_appeal && <AppealForm actionId={action.action_id} />}
      </div>
    </Section>
  );
}
