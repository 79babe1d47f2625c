import { createContext } from 'react';

/** Closes the history, for what in it leads elsewhere. */
export const CloseHistory = createContext<() => void>(() => undefined);
