import { createContext } from 'react';

/** Which receipt shows its parts. A context, so that opening one does not sort thousands anew. */
export const OpenReceiptContext = createContext<{
  readonly openId: string | undefined;
  readonly toggle: (id: string) => void;
}>({ openId: undefined, toggle: () => undefined });
