import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { readListQuery, writeListQuery } from '../../domain/listing/listQuery';

interface FolderLinkProps {
  /** Below the list's root, without slashes at its ends; empty for the root. */
  readonly folder: string;
  readonly fw?: 600;
  readonly tabIndex?: 0 | -1;
  readonly children: ReactNode;
}

/**
 * Leads into a folder of the list. The order stays, and whatever else stands in the address: the preview shows sections
 * of all folders. A search and filters are about what stood there; they go.
 */
export function FolderLink({ folder, children, ...anchor }: FolderLinkProps) {
  const [params] = useSearchParams();
  const query = writeListQuery({ folder, sort: readListQuery(params).sort }, params);
  return (
    <Anchor component={Link} to={`?${query.toString()}`} size="sm" {...anchor}>
      {children}
    </Anchor>
  );
}
