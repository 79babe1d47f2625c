import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { appWords } from '../appWords';

/** Leads to the projects. Within the app, since leaving the page would end what runs. */
export function HomeLink() {
  return (
    <Button size="xs" variant="default" component={Link} to="/">
      {appWords.backToProjects}
    </Button>
  );
}
