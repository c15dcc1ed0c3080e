import { useTexts } from '@konsil/i18n';
import { Kbd } from '@konsil/ui';
import { Keys } from './inbox-parts';
import { inboxTexts } from './texts';

/** The keys that work in the inbox, at its foot. */
export function InboxKeys() {
  const { t } = useTexts(inboxTexts);
  return (
    <Keys>
      <span><Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('keys.choose')}</span>
      <span><Kbd>⏎</Kbd> {t('keys.open')}</span>
      <span><Kbd>Alt</Kbd> <Kbd>⇧</Kbd> <Kbd>A</Kbd> {t('keys.answer')}</span>
      <span><Kbd>Alt</Kbd> <Kbd>⇧</Kbd> <Kbd>N</Kbd> {t('keys.next')}</span>
    </Keys>
  );
}
