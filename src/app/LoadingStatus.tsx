import { Center, Group, Loader, Text } from '@mantine/core';

/** Stands where something is on its way. */
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
