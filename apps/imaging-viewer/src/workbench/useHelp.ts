import { useState, type ComponentType } from 'react';
import type { WithLateCode } from './useLateCode.ts';

type HelpDialog = ComponentType<{ open: boolean; onClose: () => void }>;

/** The help dialog; its code loads when it is first opened. */
export function useHelp(withLateCode: WithLateCode) {
  const [Dialog, setDialog] = useState<HelpDialog | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    Dialog,
    isOpen,
    open: () =>
      void withLateCode(import('./HelpDialog.tsx'), ({ HelpDialog }) => {
        setDialog(() => HelpDialog);
        setOpen(true);
      }),
    close: () => setOpen(false),
  };
}
