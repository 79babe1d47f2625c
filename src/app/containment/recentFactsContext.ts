import { createContext } from 'react';
import type { RecentFact } from '../../domain/failures/errorReport';

/** Gives what the transfers did lately, for error reports. */
export const RecentFactsContext = createContext<() => readonly RecentFact[]>(() => []);
