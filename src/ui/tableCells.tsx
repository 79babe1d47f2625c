import { Anchor, Box, Text } from '@mantine/core';
import { Link } from 'react-router';
import { shownText } from '@data-manager/domain/names/shownName';
import { Name } from './Name';

const WRAPPED = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

interface RowLinkProps {
  readonly to: string;
  readonly fw?: 600;
  readonly tabIndex: 0 | -1;
  /** A title. */
  readonly children: string;
}

/** The link of a row. Long titles wrap instead of being truncated, because similar titles often differ at the end. */
export function RowLink({ children, ...anchor }: RowLinkProps) {
  return (
    <Anchor component={Link} size="sm" display="inline-block" py={6} style={WRAPPED} {...anchor}>
      <Name>{children}</Name>
    </Anchor>
  );
}

/** A description in up to three lines. A longer one ends there: its own page shows all of it. */
export function Description({ children }: { readonly children: string }) {
  return (
    <Text span inherit dir="auto" lineClamp={3} lh={1.25} ta="left" style={WRAPPED}>
      {shownText(children)}
    </Text>
  );
}

/** Keeps the place of a thumbnail that does not exist or is loading. */
export function NoThumbnail() {
  const size = 'var(--app-thumbnail-size)';
  return <Box component="span" display="block" flex="none" w={size} h={size} bdrs={2} bg="var(--app-color-soft)" />;
}
