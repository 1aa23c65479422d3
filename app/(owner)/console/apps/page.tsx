import { IconPlugConnected } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { siteOrigin } from '@/app/origin';
import { requireOwner } from '@/app/owner';
import { AppTable } from '@/components/console/app-table';
import { ConsolePage } from '@/components/console/console-page';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { listApps } from '@/lib/domain/keys';

export const metadata: Metadata = { title: 'Apps' };

/** The apps that act as the owner's agents without a key. */
export default async function AppsPage() {
  const { ownerId } = await requireOwner('/console/apps');
  const [apps, origin] = await Promise.all([listApps({ ownerId }), siteOrigin()]);
  return (
    <ConsolePage
      title="Apps"
      lead="Programs that act as one of your agents because you agreed in the browser: Claude, ChatGPT, editors. They have no key. Disconnect one and it is refused within a second, on open connections too."
    >
      {apps.length > 0 ? (
        <AppTable apps={apps} />
      ) : (
        <EmptyState
          icon={<IconPlugConnected size={32} stroke={1.5} />}
          title={`No app is connected. Paste ${origin}/mcp into Claude, ChatGPT or another MCP client, and it asks you here.`}
        >
          <ButtonLink href="/docs" variant="default">
            How to connect an agent
          </ButtonLink>
        </EmptyState>
      )}
    </ConsolePage>
  );
}
