'use client';
import '@/components/ui/dialog-styles';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, Modal, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { MantineScope } from '@/components/ui/mantine-scope';

const WIDTH = 480;
/** The size of the board with two bars and a footer. */
const HEIGHT = 640;

type Theme = 'dark' | 'light';

/** The HTML that embeds a match in another page. */
function embedCode({ address, title }: { address: string; title: string }): string {
  return `<iframe src="${address}" title="${title} on Botplay" width="${WIDTH}" height="${HEIGHT}" style="border:0;max-width:100%" loading="lazy"></iframe>`;
}

/** The dialog with the code that embeds a match. */
export function EmbedDialog({
  opened,
  onClose,
  ...match
}: {
  opened: boolean;
  onClose: () => void;
  matchId: string;
  title: string;
}) {
  return (
    <MantineScope>
      <Modal opened={opened} onClose={onClose} title="Embed this match" centered>
        <Code {...match} />
      </Modal>
    </MantineScope>
  );
}

function Code({ matchId, title }: { matchId: string; title: string }) {
  const [theme, setTheme] = useState<Theme>('dark');
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const address = new URL(`/embed/matches/${matchId}?theme=${theme}`, window.location.href).href;
  const code = embedCode({ address, title });
  return (
    <Stack gap="sm">
      <p style={{ margin: 0 }}>The board updates while the match runs, and links back to this page.</p>
      <SegmentedControl
        aria-label="Theme"
        value={theme}
        onChange={(value) => setTheme(value as Theme)}
        data={[
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
        ]}
      />
      <Textarea
        label="HTML"
        readOnly
        autosize
        value={code}
        styles={{ input: { fontFamily: 'var(--font-figures)', fontSize: 13 } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button leftSection={copied ? <IconCheck size={16} aria-hidden /> : null} onClick={() => copy(code)}>
        {copied ? 'Copied' : 'Copy the code'}
      </Button>
    </Stack>
  );
}
