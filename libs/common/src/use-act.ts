import { problemText, useCommon } from '@konsil/i18n';
import type { Reason } from '@konsil/i18n';
import { useToast } from '@konsil/ui';

export interface Doing {
  /** What is said when it is done: "Archiviert". */
  text: string;
  /** Takes it back. */
  undo?: () => Promise<unknown>;
  /** What is said then; "Wiederhergestellt" unless told. */
  undone?: string;
  /** What is said behind the reason when it is not done: "Am Fall hat sich nichts geändert." */
  unchanged?: string;
}

/** Why something failed: calls throw their problem, or an error that carries it. */
export const reasonOf = (error: unknown): Reason =>
  typeof error === 'object' && error !== null ? ('problem' in error ? (error.problem as Reason) : error) : {};

/** Does something that is one click, and says in a toast that it is done, with a way back, or why it is not; answers whether it is. */
export const useAct = () => {
  const { t } = useCommon();
  const toast = useToast();
  const act = async (
    doing: Promise<unknown>,
    { text, undo, undone = t('toasts.restored'), unchanged }: Doing,
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
