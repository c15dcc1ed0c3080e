import type { ReactNode } from 'react';
import { later } from '../foundation/later';
import { useOnceOpen } from './useOnceOpen';

const DialogSheet = later(() => import('./DialogSheet').then((module) => module.DialogSheet));

export interface DialogProps {
  open: boolean;
  /** Asks to close: Escape, the close button, a press outside. Without it the task must be finished first. */
  onClose?: () => void;
  title: string;
  description?: ReactNode;
  /** The name of the close button; needed with `onClose`. */
  closeLabel?: string;
  size?: 'small' | 'medium' | 'large';
  /** What is inside stays while it is closed: a form that goes on where it was left. */
  keepMounted?: boolean;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
}

/** A short task that must be finished or left before going on. A sheet from below on phones. */
export function Dialog(props: DialogProps) {
  const wasOpen = useOnceOpen(props.open);
  return (wasOpen || props.keepMounted) && <DialogSheet {...props} />;
}
