import { CloseIcon, IconButton } from '@konsil/ui';
import { useWords } from './words.ts';

// The portal opens a tab for the images, which may close itself; where a browser refused one, the portal is what was there before.
const leave = (): void => (history.length > 1 ? history.back() : window.close());

/** Leads back to where the images were opened. */
export function CloseButton() {
  const { t } = useWords();
  return <IconButton label={t('close')} icon={<CloseIcon />} onClick={leave} />;
}
