import { Fragment } from 'react';
import { hasRightToLeft, shownName } from '@data-manager/domain/names/shownName';
import classes from './Name.module.css';

/** A name or code within other text. Isolates its direction, shows invisible characters, and is not translated by browsers. */
export function Name({ children }: { readonly children: string }) {
  return <bdi translate="no">{shownName(children)}</bdi>;
}

/**
 * The name of a file. From left to right even if it begins with right-to-left letters, so that the section, the channel and the
 * extension stay in order at its end.
 */
export function FileName({ children }: { readonly children: string }) {
  return (
    <bdi dir="ltr" translate="no">
      {shownName(children)}
    </bdi>
  );
}

/** A path or key of a file. Keeps the order of the folders even if their names are right-to-left. */
export function PathName({ children }: { readonly children: string }) {
  if (!hasRightToLeft(children)) return <span translate="no">{shownName(children)}</span>;
  return (
    <span translate="no">
      {children.split('/').map((name, index, { length }) => (
        <Fragment key={index}>
          {index > 0 && <span>/</span>}
          {index === length - 1 ? <FileName>{name}</FileName> : <Name>{name}</Name>}
        </Fragment>
      ))}
    </span>
  );
}

/** A path in the monospace font. Wraps instead of being cut: the end of a name is its section and channel. */
export function WrappedPath({ children }: { readonly children: string }) {
  return (
    <span className={classes.wrapped}>
      <PathName>{children}</PathName>
    </span>
  );
}
