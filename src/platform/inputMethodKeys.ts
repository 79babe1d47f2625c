/**
 * Stops the keys of an input method before anything acts on them, such as the Enter or Escape that ends a composition. Safari sends
 * that key after the composition, with the key code of such keys. Call it before other listeners are added: it is the first one.
 */
export function stopInputMethodKeys(page: Window): void {
  page.addEventListener(
    'keydown',
    (event) => {
      // oxlint-disable-next-line typescript/no-deprecated -- the only sign of such a key in Safari
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
