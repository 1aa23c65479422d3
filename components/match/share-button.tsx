'use client';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { Button } from '@/components/ui/button';

export interface ShareButtonProps {
  path: string;
  /** The ply that the viewer went back to; null for the newest. */
  ply: number | null;
  /** The name of that position in the record, if it has one. */
  moment: string | null;
}

/** Copies the address of the match, or of the position that the viewer went back to. */
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
