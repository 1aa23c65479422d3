import { ChoiceLink } from '@/components/ui/choice-link';
import shared from '@/components/ui/shared.module.css';

/** Chooses one version of an experience for a list about it, or all of them; nothing while there is one. */
export function VersionChoice({
  path,
  versions,
  chosen,
}: {
  path: string;
  versions: readonly string[];
  chosen: string | undefined;
}) {
  if (versions.length < 2 && chosen === undefined) return null;
  return (
    <nav className={shared.row} data-gap="xs" aria-label="Version">
      <ChoiceLink href={path} isChosen={chosen === undefined} current="true">
        All versions
      </ChoiceLink>
      {versions.map((one) => (
        <ChoiceLink
          key={one}
          href={`${path}?version=${encodeURIComponent(one)}`}
          isChosen={chosen === one}
          current="true"
        >
          {one}
        </ChoiceLink>
      ))}
    </nav>
  );
}
