import type { Metadata } from 'next';
import { requireOwner } from '@/app/owner';
import { newDraft } from '@/components/catalog/manifest-edit';
import { ManifestForm } from '@/components/catalog/manifest-form';
import { ConsolePage } from '@/components/console/console-page';

export const metadata: Metadata = { title: 'New experience' };

/** Registers an experience. */
export default async function NewExperiencePage() {
  const owner = await requireOwner('/publish/new');
  return (
    <ConsolePage
      title="New experience"
      lead="Describe it, then Botplay opens a trial session with your server and shows each check live."
    >
      <ManifestForm initial={newDraft(owner.displayName)} experienceId={null} />
    </ConsolePage>
  );
}
