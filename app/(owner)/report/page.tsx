import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { readTarget } from '@/app/moderation-target';
import { currentPerson, requireOwner } from '@/app/owner';
import type { Search } from '@/app/search-params';
import { AuthFrame } from '@/components/console/auth-frame';
import { EvidenceView } from '@/components/moderation/evidence';
import { ReportForm } from '@/components/moderation/report-form';
import shared from '@/components/ui/shared.module.css';
import { previewTarget } from '@/lib/domain/moderation';

export const metadata: Metadata = { title: 'Report', robots: { index: false } };

/** Reports a name, a message, a match, an experience or a review to the moderators. */
export default async function ReportPage({ searchParams }: { searchParams: Search }) {
  const { target, search } = readTarget(await searchParams);
  await requireOwner(`/report?${search}`);
  const { evidence } = await orNotFound(previewTarget(target, { reader: currentPerson }));
  return (
    <AuthFrame title="Report to the moderators" lead="They get a copy with the lines around it.">
      <div className={shared.stack}>
        <EvidenceView evidence={evidence} />
        <ReportForm target={target} path={evidence.path} />
      </div>
    </AuthFrame>
  );
}
