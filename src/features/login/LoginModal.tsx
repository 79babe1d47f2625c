import { Button, Modal, Stack, Text } from '@mantine/core';
import { ERROR_CATALOGUE } from '../../domain/failures/errorCatalogue';
import { useDeployment } from '../../platform/deploymentContext';
import { usePorts } from '../../platform/portsContext';
import { rememberPath } from '../../session/rememberedPath';
import { loginWords } from './loginWords';

/** Stands before the app while nobody is signed in. There is no way round it but the login page. */
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
      title={loginWords.loginFailed}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ backgroundOpacity: 0.8, blur: 12 }}
      transitionProps={{ duration: 0 }}
    >
      <Stack>
        <Text>{ERROR_CATALOGUE.sessionLost.text}</Text>
        <Button onClick={goToLogin} data-autofocus>
          {loginWords.login}
        </Button>
      </Stack>
    </Modal>
  );
}

function ignore(): void {
  // Mantine wants a handler; nothing closes this modal.
}
