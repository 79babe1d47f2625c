import { Menu } from '@mantine/core';
import { IconKey, IconTerminal2 } from '@tabler/icons-react';
import { useState, type ReactElement, type Ref } from 'react';
import { lazyPopup } from '../../ui/lazyWithRetry';
import { useLateMenu } from '../../ui/useLateMenu';

const AccessTokensDialog = lazyPopup(() => import('./AccessTokensDialog').then((module) => module.AccessTokensDialog));

/** The command line, a file beside the app. */
const CLI_URL = '/cli/dm.mjs';

interface AccountMenuProps {
  /** Renders the button that opens the menu. */
  readonly button: (behaviour: {
    readonly ref?: Ref<HTMLButtonElement>;
    readonly onClick?: () => void;
  }) => ReactElement;
  readonly opened: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The menu of the signed-in user. It replaces the button that the header shows until the menu has loaded. */
export function AccountMenu({ button, onOpen, onClose, ...props }: AccountMenuProps) {
  const { button: target, opened, refocus } = useLateMenu(props.opened);
  const [showsTokens, setShowsTokens] = useState(false);
  const chooseTokens = () => {
    refocus();
    setShowsTokens(true);
  };
  return (
    <>
      <Menu position="bottom-end" opened={opened} onOpen={onOpen} onClose={onClose}>
        <Menu.Target>{button({ ref: target })}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconKey size={14} aria-hidden />} onClick={chooseTokens}>
            Access tokens
          </Menu.Item>
          <Menu.Item component="a" href={CLI_URL} download leftSection={<IconTerminal2 size={14} aria-hidden />}>
            Download dm
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {showsTokens && <AccessTokensDialog onClose={() => setShowsTokens(false)} />}
    </>
  );
}
