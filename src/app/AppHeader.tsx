import { Anchor, Button, Group, Text } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { PRODUCT_NAME } from '../domain/constants';
import { useDeployment } from '../platform/deploymentContext';
import { logoutRequested } from '../session/sessionSlice';
import classes from './AppLayout.module.css';
import { appWords } from './appWords';
import { ColorSchemeSwitch } from './ColorSchemeSwitch';
import { ProductLogo } from './ProductLogo';
import { ShortcutsButton } from './shortcuts/ShortcutsButton';
import { TransferHistoryButton } from './TransferHistoryButton';
import { useOnline } from './useOnline';

/** The bar on top of every page. */
export function AppHeader() {
  const dispatch = useDispatch();
  const { homeUrl } = useDeployment();
  return (
    <header className={classes.header}>
      <Anchor href={homeUrl} className={classes.product} underline="never">
        <ProductLogo />
        <Text component="span" fw={600}>
          {PRODUCT_NAME}
        </Text>
      </Anchor>
      <Group gap="xs" wrap="nowrap">
        <OnlineState />
        <TransferHistoryButton />
        <ShortcutsButton />
        <ColorSchemeSwitch />
        <Button variant="default" size="xs" onClick={() => dispatch(logoutRequested())}>
          {appWords.logout}
        </Button>
      </Group>
    </header>
  );
}

function OnlineState() {
  const online = useOnline();
  return (
    <Text component="span" size="sm" c="dimmed" className={classes.online} data-online={online} aria-live="polite">
      <span className={classes.onlineWord}>{online ? appWords.online : appWords.offline}</span>
    </Text>
  );
}
