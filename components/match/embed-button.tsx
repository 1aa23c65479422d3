'use client';
import { useDisclosure } from '@mantine/hooks';
import { IconCode } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';

/** Loaded when it is opened for the first time. */
const EmbedDialog = dynamic(() => import('./embed-dialog').then((module) => module.EmbedDialog), { ssr: false });

/** Shows the code that embeds this match in another page. */
export function EmbedButton({ matchId, title }: { matchId: string; title: string }) {
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
      {opened && <EmbedDialog matchId={matchId} title={title} onClose={close} />}
    </>
  );
}
