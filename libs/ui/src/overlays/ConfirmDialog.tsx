import type { ReactNode } from 'react';
import { later } from '../foundation/later';
import { useOnceOpen } from './useOnceOpen';

const ConfirmSheet = later(() => import('./ConfirmSheet').then((module) => module.ConfirmSheet));

export interface ConfirmDialogProps {
  open: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  /** The question. */
  title: string;
  /** The consequences, and whether it can be undone. */
  children?: ReactNode;
  /** Says what happens: "Ins Archiv verschieben". */
  confirmLabel: string;
  cancelLabel: string;
  /** `danger` for actions that cannot be undone; the focus then starts on Cancel. */
  tone?: 'plain' | 'danger';
  /** Work in progress. */
  busy?: boolean;
}

/** Confirms an action that is hard to undo. Where undoing is easy, do it and offer undo in a toast instead. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useOnceOpen(props.open) && <ConfirmSheet {...props} />;
}
