'use client';
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconLink } from '@tabler/icons-react';

/** Copies the address of this match, and of this position when the viewer has gone back to one. */
export function ShareButton({ path, ply }: { path: string; ply: number | null }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const share = () => copy(new URL(ply === null ? path : `${path}?ply=${ply}`, window.location.href).href);
  const icon = copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} stroke={1.75} aria-hidden />;
  return (
    <Button size="compact-sm" variant="default" leftSection={icon} onClick={share}>
      {copied ? 'Copied' : ply === null ? 'Copy link' : `Copy link to move ${ply}`}
    </Button>
  );
}
