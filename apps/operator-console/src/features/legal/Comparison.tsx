import { Difference } from '@konsil/common';
import type { ConsoleLegalText, NewLegalText } from '@konsil/contracts/console-legal';
import { writtenLanguages } from '@konsil/contracts/written';
import { useTexts } from '@konsil/i18n';
import { Card, Section, Stack, Text } from '@konsil/ui';
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import { legalTexts } from './texts';

/** The words that were added to the text in force and removed from it, while somebody types. */
export function Comparison({
  control,
  inForce,
}: {
  control: Control<NewLegalText>;
  inForce: ConsoleLegalText['text'];
}) {
  const { t } = useTexts(legalTexts);
  const [german, english] = useWatch({ control, name: ['text_de', 'text_en'] });
  // Comparing a long text takes longer than a key press.
  const after = { de: useDeferredValue(german.trim()), en: useDeferredValue(english.trim()) };
  return (
    <Section title={t('new.compare')}>
      {inForce ? (
        writtenLanguages.map((locale) => (
          <Card key={locale}>
            <Stack gap={2}>
              <h3>{t(`languages.${locale}`)}</h3>
              {inForce[locale].trim() === after[locale] ? (
                <Text as="p" tone="muted">
                  {t('new.same')}
                </Text>
              ) : (
                <div lang={locale}>
                  <Difference before={inForce[locale].trim()} after={after[locale]} />
                </div>
              )}
            </Stack>
          </Card>
        ))
      ) : (
        <p>{t('new.compareNone')}</p>
      )}
    </Section>
  );
}
