import type { AnchorHTMLAttributes, Ref } from 'react';
import { useHref, useLinkClickHandler, type To } from 'react-router';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: To;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link to another screen. React Router's own `Link` loads code for prefetching, which works with its data APIs only. */
export function Link({ to, onClick, target, children, ...anchor }: LinkProps) {
  const navigate = useLinkClickHandler(to, target === undefined ? {} : { target });
  return (
    <a
      {...anchor}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) navigate(event);
      }}
    >
      {children}
    </a>
  );
}
