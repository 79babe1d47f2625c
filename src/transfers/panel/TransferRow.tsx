import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { shownName, shownText } from '../../domain/names/shownName';
import { ProgressBar } from './ProgressBar';
import classes from './TransfersPanel.module.css';

interface TransferRowProps {
  readonly title: string;
  /** The progress bar's name: the file or the archive. */
  readonly name: string;
  readonly percent: number;
  readonly size: string;
  readonly words: string;
  readonly isFailed: boolean;
  readonly children?: ReactNode;
}

/** What rows of both tabs look like: title, size and actions, below them the progress and its words. */
export function TransferRow({ title, name, percent, size, words, isFailed, children }: TransferRowProps) {
  return (
    <div className={classes.row} data-failed={isFailed || undefined}>
      <div className={classes.line}>
        <span dir="auto" className={classes.title} title={shownName(title)}>
          {shownName(title)}
        </span>
        <span className={classes.size}>{size}</span>
        <span className={classes.actions}>{children}</span>
      </div>
      <div className={classes.line}>
        <ProgressBar value={percent} aria-label={shownName(name)} {...(isFailed && { color: 'red' })} />
        <Text
          size="xs"
          className={classes.words ?? ''}
          data-failed={isFailed || undefined}
          c={isFailed ? 'var(--mantine-color-error)' : 'dimmed'}
          title={shownText(words)}
        >
          {shownText(words)}
        </Text>
      </div>
    </div>
  );
}
