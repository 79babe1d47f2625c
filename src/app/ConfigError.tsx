import { Center, Stack, Text, Title } from '@mantine/core';
import { appWords } from './appWords';

/** The full page that is shown instead of the app when its configuration is wrong. */
export function ConfigError({ message }: { readonly message: string }) {
  return (
    <Center mih="100vh" p="md">
      <Stack gap="xs" role="alert" maw={640}>
        <Title order={1} size="h3">
          {message}
        </Title>
        <Text c="dimmed">{appWords.correctConfig}</Text>
      </Stack>
    </Center>
  );
}
