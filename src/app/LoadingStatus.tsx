import { Center, Group, Loader, Text } from '@mantine/core';
import { uiWords } from '../ui/uiWords';

/** Stands where something is on its way. */
export function LoadingStatus() {
  return (
    <Center mih="40vh">
      <Group role="status" gap="sm">
        <Loader size="sm" aria-hidden />
        <Text>{uiWords.loading}</Text>
      </Group>
    </Center>
  );
}
