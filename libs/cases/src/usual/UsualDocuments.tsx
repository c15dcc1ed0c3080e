// @bundle route
import type { ReactNode } from 'react';
import type { UsualDocument, UsualState } from '@konsil/contracts/usual-documents';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Card, CheckList, Row, Section, Stack, Text } from '@konsil/ui';
import { usualTexts } from './texts.ts';

/** Documents usually needed for the concern of a case, and which of them exist; empty where no rule applies. */
export function UsualDocuments({
  usual,
  add,
}: {
  usual: readonly UsualState[];
  /** A link to the upload, shown while something is missing. */
  add?: (label: string) => ReactNode;
}) {
  const { t } = useTexts(usualTexts);
  const { t: common } = useCommon();
  if (usual.length === 0) return null;
  const there = usual.filter((one) => one.there).length;
  const whole = there === usual.length;
  return (
    <Card>
      <Section title={t('title')}>
        <Stack gap={4}>
          <p>{whole ? t('whole') : t('count', { all: usual.length, there })}</p>
          <CheckList
            words={{ done: common('words.done'), open: common('words.notDone') }}
            items={usual.map((one) => ({
              key: one.document,
              label: t(`documents.${one.document}`),
              done: one.there,
            }))}
          />
          {!whole && add && <Row>{add(t('add'))}</Row>}
          <Text as="p" tone="muted" size="small">
            {t('kinds')} {!whole && t('without')}
          </Text>
        </Stack>
      </Section>
    </Card>
  );
}

/** For the doctor: the documents that the patient was told to be missing when sending. */
export function SaidMissing({ documents }: { documents: readonly UsualDocument[] }) {
  const { t } = useTexts(usualTexts);
  const format = useFormat();
  if (documents.length === 0) return null;
  return (
    <Text as="p" tone="muted" size="small">
      {t('saidMissing', { documents: format.list(documents.map((one) => t(`documents.${one}`))) })}
    </Text>
  );
}
