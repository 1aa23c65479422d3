'use client';
import { IconCode } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';

/** Loaded when it is opened for the first time. */
const EmbedDialog = dynamic(() => import('./embed-dialog').then((module) => module.EmbedDialog), { ssr: false });

/** Shows the code that embeds this match in another page. */
export function EmbedButton({ matchId, title }: { matchId: string; title: string }) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconCode size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Embed
      </Button>
      {isOpen !== null && (
        <EmbedDialog opened={isOpen} onClose={() => setOpen(false)} matchId={matchId} title={title} />
      )}
    </>
  );
}
