'use client';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { escapeMarkup } from '@/components/ui/escape-markup';
import { TextAreaField } from '@/components/ui/field';
import { Segments } from '@/components/ui/toggle';
import { useCopy } from '@/components/ui/use-copy';
import shared from '../ui/shared.module.css';

const WIDTH = 480;
/** The size of the board with two bars and a footer. */
const HEIGHT = 640;

const THEMES = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const;
type Theme = (typeof THEMES)[number]['value'];

/** A page for frames of other sites. */
export interface EmbeddedPage {
  path: string;
  title: string;
  /** A word for what it shows: match, league. */
  what: string;
  about: string;
}

/** The HTML that embeds a page in another one. */
function embedCode({ address, title }: { address: string; title: string }): string {
  return `<iframe src="${address}" title="${escapeMarkup(title)} on Botplay" width="${WIDTH}" height="${HEIGHT}" style="border:0;max-width:100%" loading="lazy"></iframe>`;
}

/** The dialog with the code that embeds a page. */
export function EmbedDialog({ onClose, ...page }: EmbeddedPage & { onClose: () => void }) {
  return (
    <Dialog title={`Embed this ${page.what}`} onClose={onClose}>
      <Code {...page} />
    </Dialog>
  );
}

function Code({ path, title, about }: EmbeddedPage) {
  const [theme, setTheme] = useState<Theme>('dark');
  const { isCopied, notice, copy } = useCopy();
  const address = new URL(`${path}?theme=${theme}`, window.location.href).href;
  const code = embedCode({ address, title });
  return (
    <div className={shared.grid12}>
      <p className={shared.noMargin}>{about}</p>
      <Segments
        aria-label="Theme"
        fullWidth
        value={theme}
        onChange={(value) => setTheme(value as Theme)}
        options={THEMES}
      />
      <TextAreaField
        label="HTML"
        isCode
        readOnly
        rows={7}
        value={code}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : null} onClick={() => copy(code)}>
        {isCopied ? 'Copied' : 'Copy the code'}
      </Button>
      {notice}
    </div>
  );
}
