// @bundle route
import { useToast } from '@konsil/ui';

/** Copies a text, and reports the result in a toast. */
export const useCopy = (words: { copied: string; notCopied: string }) => {
  const toast = useToast();
  return async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ text: words.copied });
    } catch {
      toast({ text: words.notCopied, tone: 'danger' });
    }
  };
};
