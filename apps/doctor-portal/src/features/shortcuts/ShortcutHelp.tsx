import { useShortcutKeys, useShortcutsOn } from '@konsil/api/shortcuts';
import { useTexts } from '@konsil/i18n';
import { DefinitionList, Dialog, Kbd, Stack, TextLink } from '@konsil/ui';
import type { ReactNode } from 'react';
import { paths } from '../paths';
import { pageShortcuts } from './shortcuts';
import { listKeys, triageActs } from './triage';
import { shortcutTexts } from './texts';

/** Lists all shortcuts; if they are switched off, the keys that still work. */
export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTexts(shortcutTexts);
  const on = useShortcutsOn();
  const { list, page, pool } = useShortcutKeys();
  const withModifiers = (keys: ReactNode) => (
    <>
      <Kbd>{t('keys.alt')}</Kbd> <Kbd>{t('keys.shift')}</Kbd> {keys}
    </>
  );
  const own = [
    ...pageShortcuts.map((name) => ({
      key: name,
      term: t(`names.${name}`),
      detail: withModifiers(<Kbd>{page[name].toUpperCase()}</Kbd>),
    })),
    {
      key: 'documents',
      term: t('names.documents'),
      detail: withModifiers(
        <>
          <Kbd>←</Kbd> <Kbd>→</Kbd>
        </>,
      ),
    },
  ];
  const inList = [
    ...triageActs.map((act) => ({
      key: act,
      term: t(`list.${act}`),
      detail: <Kbd>{list[act].toUpperCase()}</Kbd>,
    })),
    {
      key: 'choose',
      term: t('fixed.choose'),
      detail: (
        <>
          <Kbd>{listKeys.next}</Kbd> <Kbd>{listKeys.previous}</Kbd>
        </>
      ),
    },
    {
      key: 'several',
      term: t('list.several'),
      detail: (
        <>
          <Kbd>{t('keys.shift')}</Kbd> <Kbd>↑</Kbd> <Kbd>↓</Kbd>
        </>
      ),
    },
    {
      key: 'undo',
      term: t('list.undo'),
      detail: (
        <>
          <Kbd>{t('keys.control')}</Kbd> <Kbd>{listKeys.undo}</Kbd>
        </>
      ),
    },
    { key: 'help', term: t('names.help'), detail: <Kbd>?</Kbd> },
  ];
  const fixed = [
    {
      key: 'choose',
      term: t('fixed.choose'),
      detail: (
        <>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd>
        </>
      ),
    },
    { key: 'open', term: t('fixed.open'), detail: <Kbd>{t('keys.enter')}</Kbd> },
    {
      key: 'send',
      term: t('fixed.send'),
      detail: (
        <>
          <Kbd>{t('keys.control')}</Kbd> <Kbd>{t('keys.enter')}</Kbd>
        </>
      ),
    },
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} closeLabel={t('close')}>
      <Stack gap={4}>
        <p>
          {t(on ? 'on' : 'off')}{' '}
          <TextLink to={paths.settings} onClick={onClose}>
            {t('settings')}
          </TextLink>
        </p>
        {on && (
          <>
            <h3>{t('list.title')}</h3>
            <DefinitionList layout="beside" items={inList} />
            <h3>{t('pool.title')}</h3>
            <DefinitionList
              layout="beside"
              items={[{ key: 'take', term: t('pool.take'), detail: <Kbd>{pool.take.toUpperCase()}</Kbd> }]}
            />
            <h3>{t('everywhere')}</h3>
          </>
        )}
        <DefinitionList layout="beside" items={on ? [...own, ...fixed] : fixed} />
      </Stack>
    </Dialog>
  );
}
