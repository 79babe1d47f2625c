import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ERROR_CATALOGUE } from '@data-manager/domain/failures/errorCatalogue';
import { useDeployment } from '../../platform/deploymentContext';
import { usePorts } from '../../platform/portsContext';
import { rememberPath } from '../../session/rememberedPath';
import { readCookieValues } from '../../session/sessionValues';
import { ProductLogo } from '../../widgets/ProductLogo';
import classes from './LoginModal.module.css';

interface LoginModalProps {
  /** True if a session was lost while the page was open. The page stays visible behind the dialog. */
  readonly hadSession: boolean;
}

/** Covers the app while the user is not signed in. The only way out is the login page. */
export function LoginModal({ hadSession }: LoginModalProps) {
  const ports = usePorts();
  const { loginUrl } = useDeployment();
  const [isFirstVisit] = useState(() => !hadSession && Object.keys(readCookieValues(ports)).length === 0);

  const goToLogin = () => {
    rememberPath(ports);
    ports.location.assign(loginUrl);
  };

  return (
    <Modal.Root
      opened
      centered
      size="sm"
      onClose={ignore}
      closeOnEscape={false}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay
        {...(hadSession
          ? { className: classes.lost ?? '', backgroundOpacity: 0.8, blur: 12 }
          : { className: classes.calm ?? '', backgroundOpacity: 1 })}
      />
      <Modal.Content>
        <Stack gap="sm" p="lg" pb={0}>
          <ProductLogo size={32} />
          {isFirstVisit && (
            <Text fw={600} size="lg">
              Sign in to see your projects.
            </Text>
          )}
        </Stack>
        <Modal.Header mih={0} px="lg" py="xs">
          {/* The line above it is the heaviest text of the dialog. */}
          <Modal.Title {...(isFirstVisit && { c: 'dimmed', fz: 'sm' })}>Login Failed</Modal.Title>
        </Modal.Header>
        <Modal.Body px="lg" pt={0} pb="lg">
          <Stack>
            <Text>{ERROR_CATALOGUE.sessionLost.text}</Text>
            <Button variant="filled" onClick={goToLogin} data-autofocus>
              Login
            </Button>
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function ignore(): void {
  // Mantine requires a handler, but this modal cannot be closed.
}
