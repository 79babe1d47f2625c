import { Anchor } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { breadcrumbs } from '../domain/navigation/routePath';
import { Name } from '../ui/Name';
import classes from './AppLayout.module.css';
import { appWords } from './appWords';

/** The path of the page, segment by segment; every segment but the last leads there. */
export function Breadcrumbs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label={appWords.breadcrumb}>
      <ol className={classes.crumbs}>
        {breadcrumbs(pathname).map(({ label, path, isLast }) => (
          <li key={path}>
            {isLast ? (
              <span aria-current="page">
                <Name>{label}</Name>
              </span>
            ) : (
              <Anchor component={Link} to={path} size="sm">
                <Name>{label}</Name>
              </Anchor>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
