import { Button, Modal, Stack, Text } from '@mantine/core';
import { ERROR_CATALOGUE } from '../../domain/failures/errorCatalogue';
import { useDeployment } from '../../platform/deploymentContext';
import { usePorts } from '../../platform/portsContext';
import { rememberPath } from '../../session/rememberedPath';

/** Covers the app while the user is not signed in. It can only be left for the login page. */
export function LoginModal() {
  const ports = usePorts();
  const { loginUrl } = useDeployment();

  const goToLogin = () => {
    rememberPath(ports);
    ports.location.assign(loginUrl);
  };

  return (
    <Modal
      opened
      onClose={ignore}
      title="Login Failed"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ backgroundOpacity: 0.8, blur: 12 }}
      transitionProps={{ duration: 0 }}
    >
      <Stack>
        <Text>{ERROR_CATALOGUE.sessionLost.text}</Text>
        <Button onClick={goToLogin} data-autofocus>
          Login
        </Button>
      </Stack>
    </Modal>
  );
}

function ignore(): void {
  // Mantine requires a handler, but this modal cannot be closed.
}
