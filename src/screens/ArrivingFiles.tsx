import type { Arrivals } from '@data-manager/domain/uploads/arrivals';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { counted } from '@data-manager/lib/plural';
import { EmptyState } from '../ui/EmptyState';
import { Name } from '../ui/Name';
import classes from './ArrivingFiles.module.css';

/** The number of files to name; the panel lists all of them. */
const NAMED = 8;

interface ArrivingFilesProps extends Pick<Arrivals, 'sending' | 'arrived'> {
  /** `sponsor/project[/dataset]` */
  readonly path: string;
}

/** Replaces an empty list while its first files are uploaded. */
export function ArrivingFiles({ path, sending, arrived }: ArrivingFilesProps) {
  const files = [...arrived, ...sending];
  const more = files.length - NAMED;
  return (
    <EmptyState
      title={`${counted(files.length, 'file')} on the way`}
      hint="Uploaded files appear here within seconds."
      action={
        <ul className={classes.files} aria-label="Files on the way">
          {files.slice(0, NAMED).map(({ key, size }) => (
            <li key={key}>
              <span className={classes.name}>
                <Name>{key.slice(path.length + 1)}</Name>
              </span>
              <span className={classes.size}>{formatBytes(size)}</span>
            </li>
          ))}
          {more > 0 && <li className={classes.size}>{`and ${counted(more, 'more file')}`}</li>}
        </ul>
      }
    />
  );
}
