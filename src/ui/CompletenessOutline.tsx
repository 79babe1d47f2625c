import { Skeleton, Stack } from '@mantine/core';
import classes from './CompletenessMap.module.css';
import { FindingList } from './FindingList';
import { LANE_HEIGHT } from './LaneBars';
/** One line, as most findings are. */
const WAITING = [{ kind: 'complete', words: 'Loading...', places: [] }] as const;

/** The outline of a completeness map of so many lanes that is on its way, with room for a finding below it. */
export function CompletenessOutline({ lanes }: { readonly lanes: number }) {
  return (
    <Stack gap={4} aria-hidden>
      <div>
        <Skeleton height={lanes * LANE_HEIGHT} />
        <div className={classes.axis}>&nbsp;</div>
      </div>
      <FindingList label="Loading..." findings={WAITING} renderPlace={() => null} />
    </Stack>
  );
}
