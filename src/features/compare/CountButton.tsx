import { Button } from '@mantine/core';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';

interface CountButtonProps {
  readonly label: string;
  /** Number of files that the button acts on. */
  readonly count: number;
  /** Where these files are, if the label does not say it. */
  readonly where?: string;
  readonly isPrimary?: boolean;
  readonly onClick: () => void;
}

/**
 * A button that shows how many files it acts on. Its accessible name is the label; the count is its description. Without files
 * it does nothing, but stays, so that it keeps the focus.
 */
export function CountButton({ label, count, where, isPrimary = false, onClick }: CountButtonProps) {
  const isEmpty = count === 0;
  const files = counted(count, 'file');
  const description = where === undefined ? files : `${files} that ${plural(count, 'is', 'are')} ${where}`;
  return (
    <Button
      size="xs"
      variant={isPrimary ? 'filled' : 'default'}
      title={description}
      aria-description={description}
      aria-disabled={isEmpty}
      {...(isEmpty && { 'data-disabled': true })}
      onClick={() => {
        if (!isEmpty) onClick();
      }}
    >
      <span>{label}</span>
      <span aria-hidden translate="no">{`\u00a0(${formatCount(count)})`}</span>
    </Button>
  );
}
