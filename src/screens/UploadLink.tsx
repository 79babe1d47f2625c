import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { screenWords } from './screenWords';

/** Leads to an upload screen from where there is nothing yet. */
export function UploadLink({ to }: { readonly to: string }) {
  return (
    <Button component={Link} to={to} size="xs" leftSection={<IconUpload size={16} aria-hidden />}>
      {screenWords.upload}
    </Button>
  );
}
