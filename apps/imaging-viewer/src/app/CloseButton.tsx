import { CloseIcon, IconButton } from '@konsil/ui';
import { useWords } from './words.ts';

// Images open in the tab of the portal, which is one step back then, or in a tab or window of their own, which can close
// itself.
const leave = (): void => (history.length > 1 ? history.back() : window.close());

/** Returns to where the images were opened. */
export function CloseButton() {
  const { t } = useWords();
  return <IconButton label={t('close')} icon={<CloseIcon />} onClick={leave} />;
}
