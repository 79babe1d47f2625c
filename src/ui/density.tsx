import { ActionIcon } from '@mantine/core';
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { usePorts } from '../platform/portsContext';

const PREFERENCE = 'density';

/** Returns true if the user prefers low rows in lists. */
export function useIsDense(): boolean {
  const { preferences } = usePorts();
  return useSyncExternalStore(preferences.subscribe, () => preferences.get(PREFERENCE) === 'dense');
}

/** Switches between low and comfortable rows in all lists. The choice is remembered. */
export function DensityButton() {
  const { preferences } = usePorts();
  const isDense = useIsDense();
  const Icon = isDense ? IconBaselineDensitySmall : IconBaselineDensityMedium;
  const toggle = () => preferences.set(PREFERENCE, isDense ? 'comfortable' : 'dense');
  return (
    <ActionIcon
      aria-label="Dense rows"
      title={isDense ? 'Comfortable rows' : 'Dense rows'}
      aria-pressed={isDense}
      onClick={toggle}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
