import { useTexts } from '@konsil/i18n';
import { intakeTexts } from './texts.ts';

interface Files {
  count: number;
  sent: boolean;
  /** The other side of the case, which can see documents that were sent. */
  otherSide: string;
}

/** The question before files go to the archive, if they are several or were sent. */
export const useArchiveQuestion = () => {
  const { t } = useTexts(intakeTexts);
  return ({ count, sent, otherSide: name }: Files): string | undefined => {
    if (count > 1) return sent ? t('archive.severalSent', { count, name }) : t('archive.several', { count });
    return sent ? t('archive.one', { name }) : undefined;
  };
};
