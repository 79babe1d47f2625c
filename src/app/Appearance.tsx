import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import type { ReactNode } from 'react';
import { cssVariables, theme } from './theme';

interface AppearanceProps {
  readonly colorScheme: MantineColorSchemeManager;
  readonly children: ReactNode;
}

/** The look of the app around its content; the system chooses between light and dark until a person does. */
export function Appearance({ colorScheme, children }: AppearanceProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
    >
      {children}
    </MantineProvider>
  );
}
