import { shownName } from '../domain/shownName';

/** A name among other words: it turns none of them round, and looks like no other name. */
export function Name({ children }: { readonly children: string }) {
  return <bdi>{shownName(children)}</bdi>;
}
