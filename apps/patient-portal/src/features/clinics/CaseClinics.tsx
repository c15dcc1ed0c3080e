import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { Card, Section, Stack, Text, TextLink } from '@konsil/ui';
import { paths } from '../paths.ts';
import { siteWords } from './site-words.ts';
import { clinicTexts } from './texts.ts';

/** The clinics of the doctor of a case, with their imprints. */
export function CaseClinics({ theCase: { clinics = [] } }: { theCase: ProcessOverview }) {
  const { t } = useTexts(clinicTexts);
  if (clinics.length === 0) return null;
  return (
    <Card>
      <Section title={t('of')}>
        <Stack gap={3}>
          {clinics.map(({ id, name, site }) => (
            <div key={id}>
              <TextLink to={paths.clinic(id)}>{name}</TextLink>
              {site && (
                <Text as="p" tone="muted">
                  {siteWords(site)}
                </Text>
              )}
              <p>
                <TextLink to={`${paths.clinic(id)}#imprint`} aria-label={t('imprintOf', { clinic: name })}>
                  {t('imprint')}
                </TextLink>
              </p>
            </div>
          ))}
        </Stack>
      </Section>
    </Card>
  );
}
