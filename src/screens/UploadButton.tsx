import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useNavigate } from 'react-router';

/** Leads to an upload screen. */
export function UploadButton({ to }: { readonly to: string }) {
  const navigate = useNavigate();
  return (
    <Button
      size="xs"
      variant="default"
      aria-keyshortcuts="u"
      leftSection={<IconUpload size={16} aria-hidden />}
      onClick={() => void navigate(to)}
    >
      Upload
    </Button>
  );
}
