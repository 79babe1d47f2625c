import { Button, Stack, Text, Title } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { PRODUCT_NAME } from '../domain/constants';
import { shownName } from '../domain/names/shownName';

interface MissingPlaceProps {
  readonly title: string;
  readonly backTo: string;
  readonly backLabel: string;
}

/** Says that the address leads nowhere, with a way back. */
export function MissingPlace({ title, backTo, backLabel }: MissingPlaceProps) {
  const words = shownName(title);
  return (
    <Stack gap="xs" align="center" ta="center" pt="12vh">
      <title>{`${words} – ${PRODUCT_NAME}`}</title>
      <IconMapOff size={32} stroke={1.25} color="var(--mantine-color-dimmed)" aria-hidden />
      <Title order={1} size="h4" style={{ overflowWrap: 'anywhere' }}>
        {words}
      </Title>
      <Text size="sm" c="dimmed">
        It may have been renamed, moved or deleted since this link was created.
      </Text>
      <Button component={Link} to={backTo} mt="xs" size="xs" variant="default">
        {shownName(backLabel)}
      </Button>
    </Stack>
  );
}
