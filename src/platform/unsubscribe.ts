/** Ends a subscription. */
export type Unsubscribe = () => void;
