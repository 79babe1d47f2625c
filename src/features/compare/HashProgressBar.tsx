import { Group, Progress, Text } from '@mantine/core';
import type { ComparisonProgress } from '@data-manager/domain/compare/comparison';
import { hashedPercent } from '@data-manager/domain/compare/comparisonResult';
import { paceTexts } from '@data-manager/domain/transfers/transferRate';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount, formatPercent } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import { useRate } from '../../widgets/useRate';

/** The progress of comparing contents, with pace and time left. */
export function HashProgressBar({ result }: { readonly result: ComparisonProgress }) {
  const { hashed, toHash, bytesHashed, bytesToHash } = result;
  const rate = useRate(bytesHashed, true);
  const percent = hashedPercent(result);
  const texts = [
    formatPercent(percent),
    `${formatCount(hashed)} of ${counted(toHash, 'file')}`,
    `${formatBytes(bytesHashed)} of ${formatBytes(bytesToHash)}`,
    ...paceTexts(bytesToHash - bytesHashed, rate),
  ];
  return (
    <Group gap="0.5rem 0.75rem">
      <Progress value={percent} size="sm" transitionDuration={0} aria-label="Comparing contents" flex="1 1 10rem" />
      <Text size="xs" c="dimmed">
        {texts.join(' · ')}
      </Text>
    </Group>
  );
}
