// @bundle route
import { CodeList, LetterSheet } from '@konsil/cases';
import { epicrisisSections } from '@konsil/contracts/codes';
import type { EpicrisisVersion } from '@konsil/contracts/epicrisis';
import type { PatientName } from '@konsil/contracts/patients';
import { useFormat, useTexts } from '@konsil/i18n';
import { Section, Text } from '@konsil/ui';
import { Fragment } from 'react';
import { epicrisisTexts } from './texts';

/** One version of the epicrisis for print. */
export function EpicrisisSheet({
  version: { author, codes, content, created_at: at, released_at: released, version },
  patient,
}: {
  version: EpicrisisVersion;
  patient: PatientName;
}) {
  const { t } = useTexts(epicrisisTexts);
  const format = useFormat();
  const part = (title: string, words: string) =>
    words && (
      <Section title={title} headingLevel={2}>
        <Text as="p" preserveLines>
          {words}
        </Text>
      </Section>
    );
  const facts = [
    {
      key: 'version',
      term: t('version', { number: version }),
      detail: t('by', { name: author, when: format.day(at) }),
    },
    ...(released ? [] : [{ key: 'state', term: t('state'), detail: t('notReleased') }]),
  ];
  return (
    <LetterSheet writer={author} patient={patient} facts={facts} title={t('title')}>
      {epicrisisSections.map((name) => (
        <Fragment key={name}>{part(t(`sections.${name}`), content[name])}</Fragment>
      ))}
      {part(t('plain'), content.plain_language)}
      {codes && (
        <Section title={t('codes')} headingLevel={2}>
          <CodeList codes={codes} />
        </Section>
      )}
    </LetterSheet>
  );
}
