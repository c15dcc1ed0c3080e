import type { ReactNode } from 'react';
import { later } from '../foundation/later';
import { useOnceOpen } from './useOnceOpen';

const DialogSheet = later(() => import('./DialogSheet').then((module) => module.DialogSheet));

export interface DialogProps {
  open: boolean;
  /** Called on Escape, the close button or a press outside. Without it the task must be finished first. */
  onClose?: () => void;
  title: string;
  description?: ReactNode;
  /** The name of the close button; needed with `onClose`. */
  closeLabel?: string;
  size?: 'small' | 'medium' | 'large';
  /** Keeps its content mounted while closed, e.g. a form that is continued later. */
  keepMounted?: boolean;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
}

/** A short task to finish or leave before going on. A bottom sheet on phones. */
export function Dialog(props: DialogProps) {
  const wasOpen = useOnceOpen(props.open);
  return (wasOpen || props.keepMounted) && <DialogSheet {...props} />;
}
