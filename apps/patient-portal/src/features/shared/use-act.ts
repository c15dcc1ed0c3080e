import { problemOf } from '@konsil/api/problem';
import { problemText, useCommon } from '@konsil/i18n';
import { useToast } from '@konsil/ui';

interface Said {
  text: string;
  /** Takes it back. */
  undo?: () => Promise<unknown>;
}

/** Does something that is one click, and says in a toast that it is done, with a way back, or why it is not. */
export const useAct = () => {
  const { t } = useCommon();
  const toast = useToast();
  const act = async (doing: Promise<unknown>, { text, undo }: Said): Promise<boolean> => {
    try {
      await doing;
      toast({ text, ...(undo && { action: { label: t('words.undo'), onClick: () => void act(undo(), { text: t('toasts.saved') }) } }) });
      return true;
    } catch (error) {
      toast({ tone: 'danger', text: problemText(t, problemOf(error).code) });
      return false;
    }
  };
  return act;
};
