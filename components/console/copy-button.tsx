'use client';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Button, type ButtonLook } from '@/components/ui/button';
import { useCopy } from '@/components/ui/use-copy';

/** Copies `text` and confirms it for two seconds, also to screen readers. `what` names it: "key", "command". */
export function CopyButton({
  text,
  what,
  ...look
}: { text: string; what: string } & Pick<ButtonLook, 'className' | 'size' | 'variant'>) {
  const { isCopied, notice, copy } = useCopy();
  return (
    <>
      {notice}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        onClick={() => copy(text)}
        aria-label={isCopied ? `Copied the ${what}` : `Copy the ${what}`}
        aria-live="polite"
        {...look}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </>
  );
}
