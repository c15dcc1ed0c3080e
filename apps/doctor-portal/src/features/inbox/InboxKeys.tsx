import { useShortcutKeys, useShortcutsOn } from '@konsil/api/shortcuts';
import { useTexts } from '@konsil/i18n';
import { Kbd } from '@konsil/ui';
import { shortcutTexts } from '../shortcuts/texts';
import { Keys } from './inbox-parts';
import { inboxTexts } from './texts';
import { listKeys } from '../shortcuts/triage';

/** The enabled keys of the inbox besides those of the bar, at its bottom. */
export function InboxKeys() {
  const { t } = useTexts(inboxTexts);
  const { t: keys } = useTexts(shortcutTexts);
  const on = useShortcutsOn();
  const { list } = useShortcutKeys();
  return (
    <Keys>
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd>{' '}
        {on && (
          <>
            <Kbd>{listKeys.next}</Kbd> <Kbd>{listKeys.previous}</Kbd>{' '}
          </>
        )}
        {t('keys.choose')}
      </span>
      <span>
        <Kbd>{keys('keys.enter')}</Kbd> {t('keys.open')}
      </span>
      {on && (
        <>
          <span>
            <Kbd>{list.answer.toUpperCase()}</Kbd> {t('keys.answer')}
          </span>
          <span>
            <Kbd>{keys('keys.shift')}</Kbd> <Kbd>↓</Kbd> {t('keys.several')}
          </span>
          <span>
            <Kbd>{keys('keys.control')}</Kbd> <Kbd>{listKeys.undo}</Kbd> {t('keys.undo')}
          </span>
          <span>
            <Kbd>?</Kbd> {t('keys.all')}
          </span>
        </>
      )}
    </Keys>
  );
}
