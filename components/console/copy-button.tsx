'use client';
import { Button, type ButtonProps, CopyButton as Copied } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Copies `text` and confirms it for two seconds, also to screen readers. `what` names it: "key", "command". */
export function CopyButton({ text, what, ...style }: { text: string; what: string } & ButtonProps) {
  return (
    <Copied value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={copy}
          aria-label={copied ? `Copied the ${what}` : `Copy the ${what}`}
          aria-live="polite"
          {...style}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </Copied>
  );
}
