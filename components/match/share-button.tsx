'use client';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { Button } from '@/components/ui/button';
import { useCopy } from '@/components/ui/use-copy';
import shared from '../ui/shared.module.css';

export interface ShareButtonProps {
  path: string;
  /** The ply that the viewer went back to; null for the newest. */
  ply: number | null;
  /** The name of that position in the record, if it has one. */
  moment: string | null;
}

/** Copies the address of the match, or of the position that the viewer went back to. */
export function ShareButton({ path, ply, moment }: ShareButtonProps) {
  const { isCopied, notice, copy } = useCopy();
  const address = () => new URL(ply === null ? path : `${path}?ply=${ply}`, window.location.href).href;
  const icon = isCopied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} stroke={1.75} aria-hidden />;
  return (
    <>
      <Button size="compact-sm" variant="default" leftSection={icon} onClick={() => copy(address())}>
        {isCopied ? 'Copied' : ply === null ? 'Copy link' : `Copy link to ${moment ?? 'this position'}`}
      </Button>
      {notice}
      {notice && <code className={shared.anywhere}>{address()}</code>}
    </>
  );
}
