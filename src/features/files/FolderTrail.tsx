import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Name } from '../../ui/Name';
import classes from './files.module.css';

interface FolderTrailProps {
  readonly rootTitle: string;
  /** Path below the root, without slashes at its ends; empty at the root. */
  readonly folder: string;
  /** The address under which a folder (path below the root) opens. */
  readonly toFolder: (folder: string) => string;
}

/** Where in the folders one is, each step a way back. Nothing at the root. */
export function FolderTrail({ rootTitle, folder, toFolder }: FolderTrailProps) {
  if (folder === '') return null;
  const names = folder.split('/');
  return (
    <nav aria-label="Folders" className={classes.trail}>
      <Anchor component={Link} to={toFolder('')} size="sm">
        <Name>{rootTitle}</Name>
      </Anchor>
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
            <Anchor component={Link} to={toFolder(names.slice(0, index + 1).join('/'))} size="sm">
              <Name>{name}</Name>
            </Anchor>
          )}
        </span>
      ))}
    </nav>
  );
}
