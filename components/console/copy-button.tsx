'use client';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Button, type ButtonLook } from '@/components/ui/button';

/** Copies `text` and confirms it for two seconds, also to screen readers. `what` names it: "key", "command". */
export function CopyButton({
  text,
  what,
  ...look
}: { text: string; what: string } & Pick<ButtonLook, 'className' | 'size' | 'variant'>) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      onClick={() => copy(text)}
      aria-label={copied ? `Copied the ${what}` : `Copy the ${what}`}
      aria-live="polite"
      {...look}
    >
      {copied ? 'Copied' : 'Copy'}
    </Button>
  );
}
