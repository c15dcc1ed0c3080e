import { use } from 'react';
import type { ReactNode } from 'react';
import { fullName } from '@konsil/contracts/full-name';
import type { PatientName } from '@konsil/contracts/patients';
import { useFormat, useTexts } from '@konsil/i18n';
import { DefinitionList, Letterhead, Stack, Text } from '@konsil/ui';
import { PracticeHeadContext } from './practice-head.ts';
import { caseTexts } from './texts.ts';

export interface LetterSheetProps {
  /** The author's name. */
  writer: string;
  /** The author's specialty in the reader's language. */
  specialty?: string | undefined;
  patient: PatientName;
  /** Facts shown above the letter. */
  facts: { key: string; term: string; detail: ReactNode }[];
  title: string;
  children: ReactNode;
}

/** A printed letter for a reader who does not know the case: author, patient and date of printing. */
export function LetterSheet({ writer, specialty, patient, facts, title, children }: LetterSheetProps) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  const head = use(PracticeHeadContext);
  const practice = head?.writer === writer ? head : undefined;
  const whom = t('sheet.born', { name: fullName(patient), day: format.day(patient.date_of_birth) });
  return (
    <Stack as="article" gap={5}>
      <Letterhead sender={practice && { name: practice.name || writer, logo: practice.logo }}>
        {practice?.name !== '' && <strong>{writer}</strong>}
        {[specialty, ...(practice?.lines ?? [])].map(
          (line) =>
            line && (
              <Text as="p" size="small" key={line}>
                {line}
              </Text>
            ),
        )}
      </Letterhead>
      <DefinitionList
        layout="beside"
        items={[{ key: 'for', term: t('sheet.for'), detail: <strong>{whom}</strong> }, ...facts]}
      />
      <h1>{title}</h1>
      {children}
      <Text as="p" tone="muted" size="small">
        {t('sheet.printed', { day: format.day(new Date().toISOString()) })}
      </Text>
    </Stack>
  );
}
