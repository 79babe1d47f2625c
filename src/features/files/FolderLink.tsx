import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { readListQuery, writeListQuery } from '@data-manager/domain/listing/listQuery';
import { Name } from '../../ui/Name';
import classes from './files.module.css';

interface FolderLinkProps {
  /** Path relative to the root, without slashes at either end. Empty for the root. */
  readonly folder: string;
  readonly fw?: 600;
  readonly c?: 'dimmed';
  readonly tabIndex?: 0 | -1;
  readonly 'aria-label'?: string;
  readonly children: ReactNode;
}

/**
 * A link that opens a folder of the list. Keeps the sort order and parameters of other components, such as the section
 * preview. Clears the search and the filters.
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

interface FolderTrailProps {
  readonly rootTitle: string;
  /** Path relative to the root, without slashes at either end. Empty for the root. */
  readonly folder: string;
}

/** Breadcrumbs of the open folder. Renders nothing at the root. */
export function FolderTrail({ rootTitle, folder }: FolderTrailProps) {
  if (folder === '') return null;
  const names = folder.split('/');
  return (
    <nav aria-label="Folders" translate="no" className={classes.trail}>
      <FolderLink folder="">
        <Name>{rootTitle}</Name>
      </FolderLink>
      {names.map((name, index) => (
        <span key={index}>
          <Text span c="dimmed" size="sm" aria-hidden>
            /{' '}
          </Text>
          {index === names.length - 1 ? (
            <span aria-current="location">
              <Name>{name}</Name>
            </span>
          ) : (
            <FolderLink folder={names.slice(0, index + 1).join('/')}>
              <Name>{name}</Name>
            </FolderLink>
          )}
        </span>
      ))}
    </nav>
  );
}
