'use client';
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconLink } from '@tabler/icons-react';

export interface ShareButtonProps {
  path: string;
  /** The position that the viewer has gone back to; null at the newest. */
  ply: number | null;
  /** How the record calls that position, where it does. */
  moment: string | null;
}

/** Copies the address of this match, and of this position when the viewer has gone back to one. */
export function ShareButton({ path, ply, moment }: ShareButtonProps) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const share = () => copy(new URL(ply === null ? path : `${path}?ply=${ply}`, window.location.href).href);
  const icon = copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} stroke={1.75} aria-hidden />;
  return (
    <Button size="compact-sm" variant="default" leftSection={icon} onClick={share}>
      {copied ? 'Copied' : ply === null ? 'Copy link' : `Copy link to ${moment ?? 'this position'}`}
    </Button>
  );
}
