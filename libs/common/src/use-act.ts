import { problemText, useCommon } from '@konsil/i18n';
import type { FailureReason } from '@konsil/i18n';
import { useToast } from '@konsil/ui';

export interface ToastAction {
  /** Success message: "Archiviert". */
  text: string;
  undo?: () => Promise<unknown>;
  /** Message after undo; the default is "Wiederhergestellt". */
  undone?: string;
  /** Appended to the reason of a failure: "Am Fall hat sich nichts geändert." */
  unchanged?: string;
}

/** The reason of a failure: requests reject with their problem, or an error that carries it. */
export const reasonOf = (error: unknown): FailureReason =>
  typeof error === 'object' && error !== null ? ('problem' in error ? (error.problem as FailureReason) : error) : {};

/**
 * Runs a one-click action and shows a toast: success with undo, or the reason of the failure. Returns whether it
 * succeeded.
 */
export const useAction = () => {
  const { t } = useCommon();
  const toast = useToast();
  const act = async (
    doing: Promise<unknown>,
    { text, undo, undone = t('toasts.restored'), unchanged }: ToastAction,
  ): Promise<boolean> => {
    try {
      await doing;
      toast({
        text,
        ...(undo && { action: { label: t('words.undo'), onClick: () => void act(undo(), { text: undone }) } }),
      });
      return true;
    } catch (error) {
      toast({ tone: 'danger', text: [problemText(t, reasonOf(error)), unchanged].filter(Boolean).join(' ') });
      return false;
    }
  };
  return act;
};
