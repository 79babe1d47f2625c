import { Center, Group, Loader, Text } from '@mantine/core';

/** A spinner in place of content that is still loading. */
export function LoadingStatus() {
  return (
    <Center mih="40vh">
      <Group role="status" gap="sm">
        <Loader size="sm" aria-hidden />
        <Text>Loading...</Text>
      </Group>
    </Center>
  );
}
