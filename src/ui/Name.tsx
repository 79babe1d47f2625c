import { Fragment } from 'react';
import { runsFromRight, shownName } from '../domain/names/shownName';

/** A name among other words: it turns none of them round, and looks like no other name. */
export function Name({ children }: { readonly children: string }) {
  return <bdi>{shownName(children)}</bdi>;
}

/** A path or key: its folders stand in their order, whichever way the letters of each run. */
export function PathName({ children }: { readonly children: string }) {
  if (!runsFromRight(children)) return shownName(children);
  return children.split('/').map((name, index) => (
    <Fragment key={index}>
      {index > 0 && '/'}
      <Name>{name}</Name>
    </Fragment>
  ));
}
