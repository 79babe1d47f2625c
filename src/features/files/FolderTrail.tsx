import { Text } from '@mantine/core';
import { Name } from '../../ui/Name';
import classes from './files.module.css';
import { FolderLink } from './FolderLink';

interface FolderTrailProps {
  readonly rootTitle: string;
  /** Path below the root, without slashes at its ends; empty at the root. */
  readonly folder: string;
}

/** Where in the folders one is, each step a way back. Nothing at the root. */
export function FolderTrail({ rootTitle, folder }: FolderTrailProps) {
  if (folder === '') return null;
  const names = folder.split('/');
  return (
    <nav aria-label="Folders" className={classes.trail}>
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
