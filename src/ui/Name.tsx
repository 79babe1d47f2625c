import { Fragment } from 'react';
import { hasRightToLeft, shownName } from '@data-manager/domain/names/shownName';

/** A name within other text. Isolates its text direction and makes invisible characters visible. */
export function Name({ children }: { readonly children: string }) {
  return <bdi>{shownName(children)}</bdi>;
}

/** A path or key. Keeps the order of the folders even if their names are right-to-left. */
export function PathName({ children }: { readonly children: string }) {
  if (!hasRightToLeft(children)) return shownName(children);
  return children.split('/').map((name, index) => (
    <Fragment key={index}>
      {index > 0 && '/'}
      <Name>{name}</Name>
    </Fragment>
  ));
}
