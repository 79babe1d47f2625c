/** Determines the colour and lifetime of a toast. */
export type ToastSeverity = 'error' | 'success' | 'info' | 'warning';

/** A button in a toast. Clicking it closes the toast. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
  /** The path of the project or dataset, or the key of a file, that the action restores. */
  readonly path: string;
}

/** A toast that is shown. */
export interface ShownToast {
  readonly text: string;
  /** The path that its action restores. */
  readonly path?: string;
}

/** Toasts: short messages about something that has happened elsewhere. */
export interface ToastPorts {
  readonly toast: (text: string, severity: ToastSeverity, action?: ToastAction) => void;
  /** Loads the code of toasts, which then also appear without a network. */
  readonly preloadToasts: () => void;
  /** Closes the toasts that are no longer true or of use, or all toasts. */
  readonly closeToasts: (isObsolete?: (toast: ShownToast) => boolean) => void;
}
