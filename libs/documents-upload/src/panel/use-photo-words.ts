import { useTexts } from '@konsil/i18n';
import type { Upload } from '../queue/upload.ts';
import { uploadTexts } from '../texts.ts';

/** The reason why an unsent photo waits, as text. */
export const usePhotoWords = () => {
  const { t } = useTexts(uploadTexts);
  return ({ state: { is } }: Upload): string => {
    if (is === 'interrupted') return `${t('state.interrupted')} ${t('state.interruptedText')}`;
    return is === 'checking' || is === 'converting' ? t(`state.${is}`) : t('state.review');
  };
};
