import { splitNames } from '@data-manager/domain/names/shownName';

/**
 * A sentence whose names, from `nameInText`, keep their direction and are not translated by browsers. Each part has an element of its
 * own, so that it can change after a translation. The sentence is one element: a flex box removes the spaces between several.
 */
export function Sentence({ children }: { readonly children: string }) {
  const parts = splitNames(children).map((part, index) =>
    index % 2 === 1 ? (
      <bdi key={index} translate="no">
        {part}
      </bdi>
    ) : (
      <span key={index}>{part}</span>
    ),
  );
  return <span>{parts}</span>;
}
