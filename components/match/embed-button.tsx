'use client';
import { useDisclosure } from '@mantine/hooks';
import { IconCode } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';
import type { EmbeddedPage } from './embed-dialog';

/** Loaded when it is opened for the first time. */
const EmbedDialog = dynamic(() => import('./embed-dialog').then((module) => module.EmbedDialog), { ssr: false });

/** Shows the code that embeds what is at a path in another page. */
export function EmbedButton(page: EmbeddedPage) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconCode size={16} stroke={1.75} aria-hidden />}
        onClick={open}
      >
        Embed
      </Button>
      {opened && <EmbedDialog {...page} onClose={close} />}
    </>
  );
}
