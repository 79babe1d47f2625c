import { Button } from '@mantine/core';
import { useDispatch, useSelector } from 'react-redux';
import { formatCount } from '@data-manager/lib/formatNumber';
import type { WithSession } from '../../session/sessionSlice';
import { selectTakenUploads, type WithUploads } from '../../transfers/uploads/uploadsSelectors';
import { takenNameRequested } from '../../transfers/uploads/uploadsSlice';
import classes from './TransfersPanel.module.css';

/** The decision about all files whose names are taken on the server, if there are several. */
export function TakenNames() {
  const count = useSelector((state: WithUploads & WithSession) => selectTakenUploads(state).length);
  if (count < 2) return null;
  return (
    <div className={classes.taken}>
      <span>{formatCount(count)} files of these names are on the server now.</span>
      <TakenNameButtons count={count} />
    </div>
  );
}

interface TakenNameButtonsProps {
  /** The file to decide about; all of them if it is absent. */
  readonly id?: string;
  /** The number of files, if it is shown. */
  readonly count?: number;
}

/** The buttons that skip files or replace those on the server. */
export function TakenNameButtons({ id, count }: TakenNameButtonsProps) {
  const dispatch = useDispatch();
  const decide = (decision: 'replace' | 'skip') =>
    dispatch(takenNameRequested({ decision, ...(id !== undefined && { id }) }));
  const suffix = count === undefined ? '' : ` all (${formatCount(count)})`;
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => decide('skip')}>
        Skip{suffix}
      </Button>
      <Button size="compact-xs" variant="light" onClick={() => decide('replace')}>
        Replace{suffix}
      </Button>
    </>
  );
}
