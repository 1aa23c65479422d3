import { ChoiceLink } from '@/components/ui/choice-link';
import { capitalize } from '@/components/ui/text';
import classes from './catalog-facets.module.css';
import { tagLabel } from './tag-label';

/** A value of a facet, and how many experiences have it under the other filters. */
interface FacetValue {
  value: string;
  count: number;
}

interface FacetsProps {
  categories: readonly FacetValue[];
  tags: readonly FacetValue[];
  /** The parameters of the address. */
  chosen: Readonly<Record<string, string>>;
}

const TAGS_SHOWN = 16;

/** Chooses a category and a tag by links, each with its count; the link of what is chosen removes it. */
export function CatalogFacets({ categories, tags, chosen }: FacetsProps) {
  return (
    <div className={classes.facets}>
      <Facet name="category" label="Categories" values={categories} chosen={chosen} labelOf={capitalize} />
      <Facet name="tag" label="Tags" values={tags.slice(0, TAGS_SHOWN)} chosen={chosen} labelOf={tagLabel} />
    </div>
  );
}

function Facet({
  name,
  label,
  values,
  chosen,
  labelOf,
}: {
  name: 'category' | 'tag';
  label: string;
  values: readonly FacetValue[];
  chosen: FacetsProps['chosen'];
  labelOf: (value: string) => string;
}) {
  if (values.length < 2) return null;
  return (
    <nav className={classes.facet} aria-label={label}>
      {values.map(({ value, count }) => {
        const isChosen = chosen[name] === value;
        return (
          <ChoiceLink
            key={value}
            href={pathWith(chosen, name, isChosen ? null : value)}
            isChosen={isChosen}
            current="true"
          >
            {labelOf(value)} <span className={classes.count}>{count}</span>
          </ChoiceLink>
        );
      })}
    </nav>
  );
}

/** The first page of the catalog with one filter changed. */
function pathWith(chosen: FacetsProps['chosen'], name: string, value: string | null): string {
  const { [name]: _before, ...rest } = chosen;
  const query = new URLSearchParams(value === null ? rest : { ...rest, [name]: value });
  return query.size === 0 ? '/experiences' : `/experiences?${query}`;
}
