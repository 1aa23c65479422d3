import { CheckStatus } from '@/components/catalog/check-status';
import { LiveVerification } from '@/components/catalog/live-verification';
import { textAt } from '@/components/catalog/manifest-edit';
import { SERVER_KINDS } from '@/components/catalog/server-kinds';
import { TestConsole } from '@/components/catalog/test-console';
import { VerificationHistory } from '@/components/catalog/verification-history';
import { WhatChanged } from '@/components/catalog/what-changed';
import { Section } from '@/components/console/section';
import shared from '@/components/ui/shared.module.css';
import { latestVerification, listVerifications } from '@/lib/domain/verification';
import { findOwnServer, type Params } from '../own';

const EARLIER = 20;

/** Whether the manifest says that the server wants a bearer token. */
function needsToken(manifest: Record<string, unknown>): boolean {
  return SERVER_KINDS.some(({ kind }) => textAt(manifest, [kind, 'auth']) === 'bearer');
}

/** The verification of an experience, what its tools changed, and a console to call them. */
export default async function ChecksPage(props: Params) {
  const experience = await findOwnServer(props);
  const of = { experienceId: experience.id };
  const [run, earlier] = await Promise.all([latestVerification(of), listVerifications({ ...of, limit: EARLIER })]);
  return (
    <>
      <Section
        title="Verification"
        lead="Six checks, in order. They run again after every change and once a day; the status is asked every minute."
      >
        <div className={shared.stack}>
          <LiveVerification
            experienceId={experience.id}
            run={run}
            isOffline={experience.live_status.status === 'offline'}
          />
          <CheckStatus experienceId={experience.id} />
        </div>
      </Section>
      {run && run.definition_changes.length + run.session_changes.length > 0 && (
        <WhatChanged run={run} experienceId={experience.id} canAccept />
      )}
      <Section
        title="Test console"
        lead="Calls a tool of your server as Botplay does. Botplay keeps no session of it and counts nothing."
      >
        <TestConsole experienceId={experience.id} needsToken={needsToken(experience.manifest)} />
      </Section>
      {earlier.length > 0 && (
        <Section title="Earlier verifications" lead="The last 20 that have ended.">
          <VerificationHistory runs={earlier} />
        </Section>
      )}
    </>
  );
}
