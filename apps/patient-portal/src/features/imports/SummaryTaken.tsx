// @bundle route
import type { Patient } from '@konsil/contracts/patients';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Section, Text } from '@konsil/ui';
import { HealthTaken } from './HealthTaken.tsx';
import type { Left, ReadSummary } from './ips.ts';
import { summaryTexts } from './ips-words.ts';
import { otherGender } from './set-person.ts';
import { ShortList } from './ShortList.tsx';
import { importTexts } from './texts.ts';

/** The sections of the IPS (LOINC) that our texts have a name for. */
const namedSections = {
  '10160-0': 'medication',
  '48765-2': 'allergies',
  '47519-4': 'operations',
  '11450-4': 'problems',
  '11348-0': 'previousIllnesses',
  '11369-6': 'immunizations',
  '30954-2': 'results',
  '46264-8': 'devices',
  '8716-3': 'vitalSigns',
  '29762-2': 'socialHistory',
  '10162-6': 'pregnancy',
  '18776-5': 'plan',
  '47420-5': 'functionalStatus',
  '42348-3': 'advanceDirectives',
  '81338-6': 'story',
  '104605-1': 'alerts',
} as const;
const isNamed = (code: string): code is keyof typeof namedSections => Object.hasOwn(namedSections, code);
const mostNames = 5;

/** Shows the content of a patient summary for the health profile, and which parts are not imported. */
export function SummaryTaken({ patient, summary }: { patient: Patient; summary: ReadSummary }) {
  const { t } = useTexts(importTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const { texts, left } = summaryTexts(summary, { t, format });
  const there = otherGender(summary, patient);
  const sectionName = ({ section, title }: Left): string =>
    isNamed(section) ? t(`summary.sections.${namedSections[section]}`) : title || t('summary.sections.other');
  // Other systems call a medicine `completed` that is still taken: only its reader knows, so all are named.
  const isEndedMedicine = ({ section, reason }: Left): boolean =>
    isNamed(section) && namedSections[section] === 'medication' && reason === 'ended';
  const namesIn = (left: Left): string => {
    const names = [...new Set(left.names)];
    const most = isEndedMedicine(left) ? names.length : mostNames;
    const more = names.length > most ? [t('summary.more', { number: names.length - most })] : [];
    return [...names.slice(0, most), ...more].join(', ');
  };
  const reasonOf = (left: Left): string =>
    t(isEndedMedicine(left) ? 'summary.reasons.endedMedicine' : `summary.reasons.${left.reason}`);
  return (
    <>
      {there && (
        <Alert live tone="warning" title={t('summary.gender.title')}>
          {t('summary.gender.text', {
            there: common(`codes.gender.${there}`),
            here: common(`codes.gender.${patient.gender}`),
          })}
        </Alert>
      )}
      <HealthTaken patientId={patient.id} texts={texts} />
      {left.length > 0 && (
        <Section title={t('summary.left')}>
          <Text as="p" tone="muted">
            {t('summary.leftText')}
          </Text>
          <ShortList
            rows={left.map((one) => ({
              title: one.count > 1 ? `${sectionName(one)} (${one.count})` : sectionName(one),
              detail: [namesIn(one), reasonOf(one)].filter(Boolean).join(' · '),
            }))}
          />
        </Section>
      )}
    </>
  );
}
