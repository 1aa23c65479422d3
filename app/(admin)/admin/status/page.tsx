import type { Metadata } from 'next';
import { requireAdministrator } from '@/app/owner';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { IncidentText } from '@/components/status/incident-text';
import { NewIncidentForm } from '@/components/status/new-incident-form';
import { RemoveIncident, UpdateIncidentForm } from '@/components/status/update-incident';
import { Link } from '@/components/ui/link';
import shared from '@/components/ui/shared.module.css';
import { readSiteStatus } from '@/lib/domain/status';

export const metadata: Metadata = { title: 'Status' };

/** Incidents and planned maintenance on the public page of the status. */
export default async function AdminStatusPage() {
  await requireAdministrator('/admin/status');
  const { incidents } = await readSiteStatus();
  return (
    <ConsolePage
      title="Status"
      lead={
        <>
          What everybody reads at <Link href="/status">/status</Link>. The parts are measured; what happened and what is
          planned you write here.
        </>
      }
    >
      <Section title="Publish">
        <NewIncidentForm />
      </Section>
      {incidents.map((incident) => (
        <Section
          key={incident.incident_id}
          title={incident.title}
          action={<RemoveIncident incidentId={incident.incident_id} />}
        >
          <div className={shared.stack} data-gap="sm">
            <IncidentText incident={incident} />
            {incident.state !== 'over' && <UpdateIncidentForm incidentId={incident.incident_id} />}
          </div>
        </Section>
      ))}
    </ConsolePage>
  );
}
