import { Progress, Text } from '@mantine/core';
import type { ComparisonProgress } from '@data-manager/domain/compare/comparison';
import { hashedPercent } from '@data-manager/domain/compare/comparisonResult';
import { paceTexts } from '@data-manager/domain/transfers/transferRate';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount, formatPercent } from '@data-manager/lib/formatNumber';
import { useRate } from '../../widgets/useRate';
import classes from './compare.module.css';

/** The progress of comparing contents, with pace and time left. */
export function HashProgressBar({ result }: { readonly result: ComparisonProgress }) {
  const { hashed, toHash, bytesHashed, bytesToHash } = result;
  const rate = useRate(bytesHashed, true);
  const percent = hashedPercent(result);
  const texts = [
    formatPercent(percent),
    `${formatCount(hashed)} of ${formatCount(toHash)} files`,
    `${formatBytes(bytesHashed)} of ${formatBytes(bytesToHash)}`,
    ...paceTexts(bytesToHash - bytesHashed, rate),
  ];
  return (
    <div className={classes.progress}>
      <Progress
        value={percent}
        size="sm"
        transitionDuration={0}
        aria-label="Comparing contents"
        className={classes.bar ?? ''}
      />
      <Text size="xs" c="dimmed">
        {texts.join(' · ')}
      </Text>
    </div>
  );
}
