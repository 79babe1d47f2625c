import { Progress, Text, type ProgressProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceText, shownName } from '@data-manager/domain/names/shownName';
import { Sentence } from '../../platform/Sentence';
import { Name, PathName } from '../../ui/Name';
import { CommandButton, type Command, type CommandAction } from './CommandButton';
import classes from './TransferRow.module.css';

/** What a row shows of the phase of its item. */
export interface RowPhase<Label extends Command> {
  readonly status: string;
  readonly isFailed?: boolean;
  readonly commands: readonly Label[];
}

interface TransferRowProps<Label extends Command> extends RowPhase<Label> {
  readonly title: string;
  /** Where it goes: shown after the title and an arrow. */
  readonly target?: string;
  /** A word after the title that distinguishes rows with the same title. */
  readonly mark?: string;
  /** The name of the progress bar: the file or the archive. */
  readonly name: string;
  /** Undefined if it is not known how much there is; null if it never will be, so that no space is kept for a bar. */
  readonly percent: number | undefined | null;
  readonly size: string;
  /** What the commands do. */
  readonly actions: Readonly<Record<Label, CommandAction>>;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** A row of either tab: title, size and buttons above the progress bar and the status. */
export function TransferRow<Label extends Command>({
  title,
  target,
  mark,
  name,
  percent,
  size,
  status,
  isFailed = false,
  commands,
  actions,
  children,
}: TransferRowProps<Label>) {
  return (
    <div className={classes.row} data-failed={isFailed || undefined}>
      <div className={classes.line}>
        <span className={classes.title}>
          <span
            className={classes.titleText}
            title={[title, ...(target === undefined ? [] : [target])].map(shownName).join(' → ')}
          >
            <PathName>{title}</PathName>
            {target !== undefined && (
              <>
                {' → '}
                <Name>{target}</Name>
              </>
            )}
          </span>
          {mark !== undefined && <span className={classes.mark}>{mark}</span>}
        </span>
        <span translate="no" className={classes.size}>
          {size}
        </span>
        <span className={classes.actions}>
          {commands.map((command) => (
            <CommandButton key={command} command={command} action={actions[command]} />
          ))}
          {children}
        </span>
      </div>
      <div className={classes.line}>
        {percent === undefined && <span />}
        {typeof percent === 'number' && (
          <ProgressBar value={percent} aria-label={shownName(name)} {...(isFailed && { color: 'red' })} />
        )}
        <Text
          size="xs"
          className={classes.words ?? ''}
          data-failed={isFailed || undefined}
          c={isFailed ? 'var(--mantine-color-error)' : 'dimmed'}
          title={sentenceText(status)}
        >
          <Sentence>{status}</Sentence>
        </Text>
      </div>
    </div>
  );
}

/** A bar without a transition, which would repaint the page six times for each progress sample. */
export function ProgressBar(props: Omit<ProgressProps, 'size' | 'transitionDuration'>) {
  return <Progress size={4} transitionDuration={0} {...props} />;
}
