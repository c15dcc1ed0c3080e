import { useState } from 'react';
import { useTexts } from '@konsil/i18n';
import { ChoiceChips, readLook, saveLook, Section, Stack, Text } from '@konsil/ui';
import type { Look } from '@konsil/ui';
import { accountTexts } from '../account/texts.ts';

const choices = {
  text: ['', 'large', 'larger'],
  scheme: ['', 'light', 'dark'],
  contrast: ['', 'more'],
} as const satisfies { [K in keyof Look]: readonly Look[K][] };
const names = ['text', 'scheme', 'contrast'] as const;

/** The colour scheme of this device; applies at once. */
export function AppearanceSection() {
  const { t } = useTexts(accountTexts);
  const [look, setLook] = useState(readLook);
  const choose = (changes: Look) => {
    const chosen = { ...look, ...changes };
    setLook(chosen);
    saveLook(chosen);
  };
  return (
    <Section id="appearance" title={t('settings.look.title')}>
      <Stack gap={4}>
        <Text as="p" tone="muted">
          {t('settings.look.lead')}
        </Text>
        {names.map((name) => (
          <ChoiceChips
            key={name}
            legend={t(`settings.look.${name}`)}
            name={`look-${name}`}
            value={look[name] ?? ''}
            onChange={({ currentTarget }) => choose({ [name]: currentTarget.value })}
            options={choices[name].map((value) => ({
              value,
              label: t(value ? `settings.look.${value}` : 'settings.look.device'),
            }))}
          />
        ))}
      </Stack>
    </Section>
  );
}
