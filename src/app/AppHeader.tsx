import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconHistory, IconMoon, IconSun } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { PRODUCT_NAME } from '@data-manager/domain/constants';
import { CODE_NOT_LOADED_TEXT } from '@data-manager/domain/failures/failureText';
import { shownName } from '@data-manager/domain/names/shownName';
import { ACTIVITY_PARAM, ACTIVITY_SEARCH_PARAM, breadcrumbs } from '@data-manager/domain/navigation/routePath';
import { useFeature } from '../api/configuration';
import { useDeployment } from '../platform/deploymentContext';
import { usePorts } from '../platform/portsContext';
import { logoutRequested, selectSessionOwner } from '../session/sessionSlice';
import { lazyPopup, lazyWithRetry } from '../ui/lazyWithRetry';
import { Name } from '../ui/Name';
import { useAddressQuery } from '../ui/useAddressQuery';
import { useFocusReturn } from '../ui/useFocusReturn';
import { useOnline } from '../ui/useOnline';
import { ProductLogo } from '../widgets/ProductLogo';
import classes from './AppLayout.module.css';
import { PartErrorBoundary } from './errors/ErrorFallback';
import { ShortcutsButton } from './shortcuts/ShortcutsButton';

/** The bar at the top of every page: the product, the breadcrumbs, and the signed-in user. */
export function AppHeader() {
  const dispatch = useDispatch();
  const { homeUrl } = useDeployment();
  return (
    <header className={classes.header}>
      <Anchor href={homeUrl} className={classes.product} underline="never">
        <ProductLogo size={22} />
        <Text component="span" fw={600}>
          {PRODUCT_NAME}
        </Text>
      </Anchor>
      <Breadcrumbs />
      <Group gap={4} wrap="nowrap" ms="auto" className={classes.tools ?? ''}>
        <OfflineStatus />
        <ActivityButton />
        <SignedInUser />
        <ShortcutsButton />
        <ColorSchemeSwitch />
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          className={classes.tool ?? ''}
          onClick={() => dispatch(logoutRequested())}
        >
          Logout
        </Button>
      </Group>
    </header>
  );
}

/** Shows only the lost connection. */
function OfflineStatus() {
  const isOnline = useOnline();
  return (
    <Text component="span" size="sm" className={classes.offline} aria-live="polite">
      {!isOnline && 'offline'}
    </Text>
  );
}

const AccountMenu = lazyPopup(
  () => import('../features/account/AccountMenu').then((module) => module.AccountMenu),
  ({ button, onOpen }) => button({ onClick: onOpen }),
);

/** The name, sponsor and role of the user. Narrow windows show the initials only. Where there is a menu, it is a button. */
function SignedInUser() {
  const owner = useSelector(selectSessionOwner);
  const hasTokens = useFeature('tokens');
  const [opened, setOpened] = useState(false);
  if (owner === undefined) return null;
  const name = shownName(owner.name ?? owner.userId);
  const place = `${shownName(owner.sponsorId)} · ${owner.isAdmin ? 'Admin' : 'Member'}`;
  const person = (
    <>
      {/* No text, since the name of the button would lack it. */}
      <span className={classes.initials} data-initials={initialsOf(name)} aria-hidden />
      <bdi className={classes.userText} translate="no">
        {name}
      </bdi>
    </>
  );
  return (
    <div className={classes.user} title={`${name}, ${place}`}>
      {hasTokens ? (
        <AccountMenu
          button={(behaviour) => (
            <UnstyledButton className={classes.person ?? ''} {...behaviour} aria-haspopup="menu">
              {person}
            </UnstyledButton>
          )}
          opened={opened}
          onOpen={() => setOpened(true)}
          onClose={() => setOpened(false)}
        />
      ) : (
        person
      )}
      <Text component="bdi" inherit c="dimmed" className={classes.userText ?? ''}>
        {place}
      </Text>
    </div>
  );
}

/** Returns the first letters of the first and the last word. */
function initialsOf(name: string): string {
  const letters = name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? [];
  return [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('').toUpperCase();
}

const LazyActivityDialog = lazyWithRetry(() =>
  import('../features/activity/ActivityDialog').then((module) => module.ActivityDialog),
);

/** Opens the dialog `Activity`, which has an address of its own. */
export function ActivityButton() {
  const { toast } = usePorts();
  const [params, changeAddress] = useAddressQuery();
  const isOpen = params.has(ACTIVITY_PARAM);
  const [isLoading, setIsLoading] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useFocusReturn(isOpen, button);

  const open = async () => {
    setIsLoading(true);
    try {
      await LazyActivityDialog.preload();
      changeAddress((current) => new URLSearchParams([...current, [ACTIVITY_PARAM, 'all']]), false);
    } catch {
      toast(CODE_NOT_LOADED_TEXT, 'error');
    }
    setIsLoading(false);
  };
  const close = () =>
    changeAddress((current) => {
      const isOther = ([name]: [string, string]) => name !== ACTIVITY_PARAM && name !== ACTIVITY_SEARCH_PARAM;
      return new URLSearchParams([...current].filter(isOther));
    }, true);
  return (
    <>
      <Button
        ref={button}
        variant="subtle"
        color="gray"
        className={`${classes.tool} ${classes.historyButton}`}
        size="xs"
        loading={isLoading}
        aria-haspopup="dialog"
        aria-keyshortcuts="h"
        onClick={() => void open()}
      >
        <IconHistory size={16} aria-hidden />
        <span className={classes.historyLabel}>Transfer history</span>
      </Button>
      {isOpen && (
        <PartErrorBoundary part="history" onClose={close}>
          <LazyActivityDialog onClose={close} />
        </PartErrorBoundary>
      )}
    </>
  );
}

function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      aria-label={isDark ? 'Switch to light colours' : 'Switch to dark colours'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </ActionIcon>
  );
}

/** The segments of the path as links. The last one leads to the page itself, as in the ARIA breadcrumb pattern. */
function Breadcrumbs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Breadcrumb" className={classes.trail}>
      <ol className={classes.crumbs}>
        {breadcrumbs(pathname).map(({ label, path, isLast }) => (
          <li key={path}>
            <Anchor component={Link} to={path} size="sm" {...(isLast && { 'aria-current': 'page', c: 'inherit' })}>
              <Name>{label}</Name>
            </Anchor>
          </li>
        ))}
      </ol>
    </nav>
  );
}
