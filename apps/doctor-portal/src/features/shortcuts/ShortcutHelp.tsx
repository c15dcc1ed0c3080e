import { useGetSettingsQuery } from '@konsil/api/account';
import { useTexts } from '@konsil/i18n';
import { DefinitionList, Dialog, Kbd, Stack, TextLink } from '@konsil/ui';
import { paths } from '../paths';
import { shortcutKeys, type Shortcut } from './shortcuts';
import { shortcutTexts } from './texts';

/** All shortcuts on one page. */
export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTexts(shortcutTexts);
  const { data: settings } = useGetSettingsQuery();
  const names = Object.keys(shortcutKeys) as Shortcut[];
  const own = names.map((name) => ({
    key: name, term: t(`names.${name}`), detail: <><Kbd>{t('keys.alt')}</Kbd> <Kbd>{t('keys.shift')}</Kbd> <Kbd>{shortcutKeys[name]}</Kbd></>,
  }));
  const fixed = [
    { key: 'choose', term: t('fixed.choose'), detail: <><Kbd>↑</Kbd> <Kbd>↓</Kbd></> },
    { key: 'open', term: t('fixed.open'), detail: <Kbd>{t('keys.enter')}</Kbd> },
    { key: 'send', term: t('fixed.send'), detail: <><Kbd>{t('keys.control')}</Kbd> <Kbd>{t('keys.enter')}</Kbd></> },
    { key: 'documents', term: t('fixed.documents'), detail: <><Kbd>{t('keys.alt')}</Kbd> <Kbd>←</Kbd> <Kbd>→</Kbd></> },
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} closeLabel={t('close')}>
      <Stack gap={4}>
        <p>{t(settings?.shortcuts === false ? 'off' : 'on')} <TextLink to={paths.settings} onClick={onClose}>{t('settings')}</TextLink></p>
        <DefinitionList layout="beside" items={[...own, ...fixed]} />
      </Stack>
    </Dialog>
  );
}
