import Markdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import classes from './instructions.module.css';

/** Words that an experience says to agents: Markdown of strangers, so it is sanitized and its pictures are left out. */
export function Instructions({ text }: { text: string }) {
  return (
    <div className={classes.words} dir="auto">
      <Markdown rehypePlugins={[rehypeSanitize]} disallowedElements={['img']} components={{ a: PlainLink }}>
        {text.replace(/\n(?!\n)/g, '\n\n')}
      </Markdown>
    </div>
  );
}

function PlainLink({ href, children }: { href?: string; children?: React.ReactNode }) {
  return (
    <a href={href} rel="noreferrer nofollow ugc">
      {children}
    </a>
  );
}
