import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useRouteError } from 'react-router';
import { ERROR_CATALOGUE } from '../domain/errorCatalogue';

/** The fallback for an error that no screen has caught. */
export function UnexpectedError() {
  const error = useRouteError();
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="xs" role="alert">
        <Title order={1} size="h3">
          {ERROR_CATALOGUE.routing.text}
        </Title>
        <Text c="dimmed">{error instanceof Error ? error.message : String(error)}</Text>
        <Button component="a" href="/" variant="default">
          Back to the projects
        </Button>
      </Stack>
    </Center>
  );
}
