import type { ReactNode } from 'react';

/** Renders a button that opens the upload screen. */
export type RenderUpload = (button: { readonly isPrimary: boolean; readonly label?: string }) => ReactNode;
