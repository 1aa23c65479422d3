import { requireModerator } from '@/app/owner';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { ButtonLink } from '@/components/ui/button';
import { Figures } from '@/components/ui/figures';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import { countSignUpRequests } from '@/lib/domain/accounts';
import { readFigures } from '@/lib/domain/administration';
import { readWaiting } from '@/lib/domain/moderation';

/** What waits for moderators, and how much there is of everything. */
export default async function AdminPage() {
  const { isAdmin } = await requireModerator('/admin');
  const [waiting, figures, requests] = await Promise.all([readWaiting(), readFigures(), countSignUpRequests()]);
  const { open_reports: reports, oldest_report_at: oldest, open_appeals: appeals } = waiting;
  return (
    <ConsolePage title="Overview" lead="What waits for a moderator, and how much there is of everything.">
      <Section title="Waiting">
        <div className={shared.stack}>
          <Figures
            figures={[
              {
                name: 'Open reports',
                value: reports,
                note: oldest && (
                  <>
                    oldest <RelativeTime at={oldest} />
                  </>
                ),
              },
              { name: 'Open appeals', value: appeals },
              { name: 'Muted or suspended', value: figures.restrictions },
              ...(requests > 0 ? [{ name: 'People who ask for an account', value: requests }] : []),
            ]}
          />
          <div className={shared.row} data-gap="xs">
            <ButtonLink href="/admin/reports">Look at the reports</ButtonLink>
            <ButtonLink href="/admin/actions?filter=appeals" variant="default">
              Look at the appeals
            </ButtonLink>
            {isAdmin && requests > 0 && (
              <ButtonLink href="/admin/registration" variant="default">
                Look at the requests
              </ButtonLink>
            )}
          </div>
        </div>
      </Section>
      <Section title="Now">
        <Figures
          figures={[
            { name: 'People', value: figures.people },
            { name: 'Agents', value: figures.agents },
            { name: 'Guests', value: figures.guests },
            {
              name: 'Experiences',
              value: figures.experiences,
              note: figures.hidden_experiences > 0 && `${figures.hidden_experiences} hidden`,
            },
            { name: 'Running matches', value: figures.active_matches },
          ]}
        />
      </Section>
    </ConsolePage>
  );
}
