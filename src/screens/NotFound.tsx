import { Button, Stack, Text, Title } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { PRODUCT_NAME } from '@data-manager/domain/constants';
import { nameInText, sentenceText } from '@data-manager/domain/names/shownName';
import { breadcrumbs } from '@data-manager/domain/navigation/routePath';
import { Sentence } from '../platform/Sentence';

interface NotFoundProps {
  readonly title: string;
  readonly backTo: string;
  readonly backLabel: string;
}

/** Replaces a page that does not exist, with a link back. */
export function NotFound({ title, backTo, backLabel }: NotFoundProps) {
  return (
    <Stack gap="xs" align="center" ta="center" pt="12vh">
      <title>{`${sentenceText(title)} – ${PRODUCT_NAME}`}</title>
      <IconMapOff size={32} stroke={1.25} color="var(--mantine-color-dimmed)" aria-hidden />
      <Title order={1} size="h4" style={{ overflowWrap: 'anywhere' }}>
        <Sentence>{title}</Sentence>
      </Title>
      <Text size="sm" c="dimmed">
        It may have been renamed, moved or deleted since this link was created.
      </Text>
      <Button component={Link} to={backTo} mt="xs" size="xs">
        <Sentence>{backLabel}</Sentence>
      </Button>
    </Stack>
  );
}

/** A path without a screen, for example one that is deeper than a dataset. */
export function NotFoundScreen() {
  const { pathname } = useLocation();
  const nearest = breadcrumbs(pathname).slice(0, 3).at(-1);
  return (
    <NotFound
      title="Page not found"
      backTo={nearest?.path ?? '/'}
      backLabel={nearest === undefined ? 'Back to projects' : `Back to ${nameInText(nearest.label)}`}
    />
  );
}
