'use client';
import { IconCode } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { OnDemand } from '@/components/ui/on-demand';
import type { EmbeddedPage } from './embed-dialog';

/** Loaded when it is opened for the first time. */
const loadDialog = () => import('./embed-dialog').then((module) => module.EmbedDialog);

/** Shows the code that embeds what is at a path in another page. */
export function EmbedButton(page: EmbeddedPage) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconCode size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Embed
      </Button>
      {opened && <OnDemand load={loadDialog} given={{ ...page, onClose: () => setOpened(false) }} />}
    </>
  );
}
