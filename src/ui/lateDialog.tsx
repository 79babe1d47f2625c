import { useEffect, type ComponentType } from 'react';
import { createLatePopup } from './latePopup';

/** A dialog whose code comes with the first of its kind; ahead of it where a dialog stands there closed. */
export function lateDialog<Props extends { readonly opened?: boolean; readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const useDialog = createLatePopup(load);
  return function LateDialog(props: Props) {
    const { opened = true, onClose } = props;
    const Part = useDialog(opened, onClose);
    // Then it opens at once, and even when the network is gone by then; what did not come is told when it is opened.
    useEffect(() => {
      if (!opened) load().catch(() => undefined);
    }, [opened]);
    return Part === undefined ? null : <Part {...props} />;
  };
}
