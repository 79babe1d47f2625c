import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** An element elsewhere on the page: null until it is mounted, undefined if the content stays where it is rendered. */
export type Slot = HTMLElement | null | undefined;

interface SlottedProps {
  readonly slot: Slot;
  readonly children: ReactNode;
}

/** Renders controls in a slot elsewhere on the page, for example in its title row, while their state stays here. */
export function Slotted({ slot, children }: SlottedProps) {
  if (slot === undefined) return children;
  return slot === null ? null : createPortal(children, slot);
}
