import { Section } from '@/components/console/section';
import { Link } from '@/components/ui/link';
import { type ErrorLine, ErrorTable } from './error-table';
import classes from './tool-reference.module.css';

/** The errors of a tool or an operation, beside those of every call. */
export function ErrorSection({ errors, of }: { errors: readonly ErrorLine[]; of: 'tool' | 'operation' }) {
  return (
    <Section
      title="Errors"
      lead={
        <>
          Beside those that <Link href="/docs/errors">every call</Link> can meet.
        </>
      }
    >
      {errors.length === 0 ? (
        <p className={classes.none}>None specific to this {of}.</p>
      ) : (
        <ErrorTable errors={errors} />
      )}
    </Section>
  );
}
