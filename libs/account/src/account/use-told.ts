import { problemOf } from '@konsil/api';
import { problemText, useCommon } from '@konsil/i18n';
import { useToast } from '@konsil/ui';

/** Waits for a call that a press of a button made, and says how it went: `done`, or why it was refused. */
export const useTold = (): ((call: Promise<unknown>, done: string) => Promise<void>) => {
  const { t } = useCommon();
  const toast = useToast();
  return async (call, done) => {
    try {
      await call;
      toast({ text: done });
    } catch (failure) {
      toast({ text: problemText(t, problemOf(failure).code), tone: 'danger' });
    }
  };
};
