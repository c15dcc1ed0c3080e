// @bundle route
import { useEffect, useRef } from 'react';
import { fullName } from '@konsil/contracts/full-name';
import type { Patient } from '@konsil/contracts/patients';
import { readablePersonName } from '@konsil/contracts/person-names';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, Row, Section, Stack, Text } from '@konsil/ui';
import { bornText, comparePeople } from './set-person.ts';
import { SetDecide } from './SetDecide.tsx';
import { ShortList } from './ShortList.tsx';
import { SummaryTaken } from './SummaryTaken.tsx';
import { importTexts } from './texts.ts';
import type { ReadSet } from './use-read-set.ts';

/** The content of e-mails or of a folder, before anything of it is uploaded. */
export function SetFound({ set, patient, onDiscard }: { set: ReadSet; patient: Patient; onDiscard: () => void }) {
  const { t } = useTexts(importTexts);
  const format = useFormat();
  const top = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => top.current?.focus(), []);
  const { files, leftOut, known, repeated, mails, signed, summaries } = set;
  const people = comparePeople(files, summaries, patient);
  const [summary] = summaries;
  return (
    <Stack ref={top} tabIndex={-1}>
      <Section title={t('set.found', { count: files.length })}>
        <ShortList
          rows={files.map(({ file, source }) => ({
            title: file.name,
            detail: [source, format.size(file.size)].filter(Boolean).join(' · '),
          }))}
        />
        <Stack gap={2}>
          {known > 0 && <Text as="p">{t('set.known', { count: known })}</Text>}
          {repeated > 0 && <Text as="p">{t('set.repeated', { count: repeated })}</Text>}
          {mails > 0 && <Text as="p">{t('set.mailText', { count: mails })}</Text>}
          {signed > 0 && <Text as="p">{t('set.signed', { count: signed })}</Text>}
        </Stack>
      </Section>
      {leftOut.length > 0 && (
        <Section title={t('set.leftOut', { count: leftOut.length })}>
          <ShortList
            rows={leftOut.map(({ name, source, reason }) => ({
              title: name || t('unknown'),
              detail: [source, t(`set.reasons.${reason}`)].filter(Boolean).join(' · '),
            }))}
          />
        </Section>
      )}
      {people.others.length > 0 && (
        <Alert tone="warning" title={t('set.others')}>
          <Stack gap={2}>
            {people.others.map(({ name, birthDate, count }) => (
              <Text as="p" key={`${name} ${birthDate}`}>
                {t('set.other', {
                  count,
                  name: readablePersonName(name) || t('unknown'),
                  born: bornText(birthDate, format) || t('unknown'),
                })}
              </Text>
            ))}
          </Stack>
        </Alert>
      )}
      {files.length > 0 ? (
        <SetDecide set={set} patient={patient} people={people} onDiscard={onDiscard} />
      ) : (
        <Row>
          <Button variant="secondary" onClick={onDiscard}>
            {t('set.another')}
          </Button>
        </Row>
      )}
      {summary && <SummaryTaken patient={patient} summary={summary} />}
      {summaries.length > 1 && <Text as="p">{t('set.moreSummaries', { name: fullName(patient) })}</Text>}
    </Stack>
  );
}
