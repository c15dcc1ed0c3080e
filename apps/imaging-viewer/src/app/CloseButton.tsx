import { CloseIcon, IconButton } from '@konsil/ui';
import { useWords } from './words.ts';

// The portal opens a tab for the images, which can close itself; if the browser blocked the tab, the portal is one step
// back.
const leave = (): void => (history.length > 1 ? history.back() : window.close());

/** Returns to where the images were opened. */
export function CloseButton() {
  const { t } = useWords();
  return <IconButton label={t('close')} icon={<CloseIcon />} onClick={leave} />;
}
