import { useShortcutsOn } from '@konsil/api/shortcuts';
import { useTexts } from '@konsil/i18n';
import { Kbd } from '@konsil/ui';
import { shortcutKeys } from '../shortcuts/shortcuts';
import { shortcutTexts } from '../shortcuts/texts';
import { Keys } from './inbox-parts';
import { inboxTexts } from './texts';

/** The enabled keys of the inbox, at its bottom. */
export function InboxKeys() {
  const { t } = useTexts(inboxTexts);
  const { t: keys } = useTexts(shortcutTexts);
  const on = useShortcutsOn();
  const withModifiers = (key: string) => (
    <>
      <Kbd>{keys('keys.alt')}</Kbd> <Kbd>{keys('keys.shift')}</Kbd> <Kbd>{key}</Kbd>
    </>
  );
  return (
    <Keys>
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('keys.choose')}
      </span>
      <span>
        <Kbd>{keys('keys.enter')}</Kbd> {t('keys.open')}
      </span>
      {on && (
        <>
          <span>
            {withModifiers(shortcutKeys.answer)} {t('keys.answer')}
          </span>
          <span>
            {withModifiers(shortcutKeys.next)} {t('keys.next')}
          </span>
          <span>
            {withModifiers(shortcutKeys.help)} {t('keys.all')}
          </span>
        </>
      )}
    </Keys>
  );
}
