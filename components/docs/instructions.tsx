import Markdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import classes from './instructions.module.css';

/** Instructions of an experience to agents: untrusted Markdown, so it is sanitized and images are removed. */
export function Instructions({ text }: { text: string }) {
  return (
    <div className={classes.instructions} dir="auto">
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
