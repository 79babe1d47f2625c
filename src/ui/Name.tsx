import { Fragment } from 'react';
import { hasRightToLeft, shownName } from '@data-manager/domain/names/shownName';

/** A name within other text. Isolates its text direction and makes invisible characters visible. */
export function Name({ children }: { readonly children: string }) {
  return <bdi>{shownName(children)}</bdi>;
}

/**
 * The name of a file. From left to right even if it begins with right-to-left letters, so that the section, the channel and the
 * extension stay in order at its end.
 */
export function FileName({ children }: { readonly children: string }) {
  return <bdi dir="ltr">{shownName(children)}</bdi>;
}

/** A path or key of a file. Keeps the order of the folders even if their names are right-to-left. */
export function PathName({ children }: { readonly children: string }) {
  if (!hasRightToLeft(children)) return shownName(children);
  return children.split('/').map((name, index, { length }) => (
    <Fragment key={index}>
      {index > 0 && '/'}
      {index === length - 1 ? <FileName>{name}</FileName> : <Name>{name}</Name>}
    </Fragment>
  ));
}
