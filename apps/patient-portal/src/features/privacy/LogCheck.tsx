import { QrCode } from '@konsil/account';
import { codeOf } from '@konsil/contracts/audit-chain';
import { useFormat, useTexts } from '@konsil/i18n';
import { saveFile } from '@konsil/api/file';
import { Button, Card, DownloadIcon, PrintIcon, Row, SafeIcon, Section, Stack, Text } from '@konsil/ui';
import { CompareCode } from './CompareCode.tsx';
import { Faulty } from './Faulty.tsx';
import { CheckCode, PrintBlock } from './log-parts.ts';
import { privacyTexts } from './texts.ts';
import { isSound, useLogCheck } from './use-log-check.ts';
import type { LogCheckState } from './use-log-check.ts';

type Checked = Extract<LogCheckState, { state: 'checked' }>;

/** Says if the log was changed or truncated since the last visit, as computed on the reader's device. */
export function LogCheck({ patientId }: { patientId: string }) {
  const { t } = useTexts(privacyTexts);
  const { state, check } = useLogCheck(patientId);
  return (
    <Card>
      <Section title={t('log.check.title')}>
        {state.state !== 'checked' && <p role="status">{t(`log.check.${state.state}`)}</p>}
        {state.state === 'checked' && (
          <Stack gap={4}>
            <Verdict checked={state} />
            <KeepCode checked={state} />
            <details data-print="hide">
              <summary>{t('log.check.how')}</summary>
              <Stack gap={4}>
                <Text as="p">{t('log.check.howText')}</Text>
                <Code checked={state} />
              </Stack>
            </details>
            <details data-print="hide">
              <summary>{t('log.check.earlier')}</summary>
              <CompareCode patientId={patientId} check={check} />
            </details>
            <PrintBlock>
              <Code checked={state} />
            </PrintBlock>
          </Stack>
        )}
      </Section>
    </Card>
  );
}

function Verdict({ checked }: { checked: Checked }) {
  const { t } = useTexts(privacyTexts);
  const format = useFormat();
  const { verdict, signature, head, kept } = checked;
  const day = kept && format.dayLong(kept.at);
  if (verdict === 'first' || verdict === 'intact') {
    if (signature === 'forged') return <Faulty>{t('log.check.signature.forged')}</Faulty>;
    if (signature === 'otherKey') return <Faulty>{t('log.check.signature.otherKey', { day: String(day) })}</Faulty>;
  }
  const sentence =
    verdict === 'first'
      ? t('log.check.first', { count: head.seq })
      : verdict === 'broken' || verdict === 'gap' || !day
        ? t(`log.check.${verdict === 'broken' ? verdict : 'gap'}`)
        : t(`log.check.${verdict}`, { day });
  if (!isSound(checked)) return <Faulty>{sentence}</Faulty>;
  return (
    <Row gap={3} wrap={false} align="start">
      <SafeIcon />
      <p role="status">
        {sentence} {signature !== 'forged' && signature !== 'otherKey' && t(`log.check.signature.${signature}`)}
      </p>
    </Row>
  );
}

/** Keeps the signed state beyond the sign-out, which clears this device's storage (docs/security.md OU3). */
function KeepCode({ checked: { signed } }: { checked: Checked }) {
  const { t } = useTexts(privacyTexts);
  if (!signed) return null;
  const { token, read } = signed;
  const save = () =>
    saveFile(
      new Blob([token], { type: 'application/jose' }),
      `${t('log.check.file')}-${read.statement.made_at.slice(0, 10)}.jws`,
    );
  return (
    <Stack gap={2} data-print="hide">
      <Text as="p">{t('log.check.keep')}</Text>
      <Row>
        <Button variant="secondary" icon={<DownloadIcon />} onClick={save}>
          {t('log.check.save')}
        </Button>
        <Button variant="quiet" icon={<PrintIcon />} onClick={() => window.print()}>
          {t('log.check.print')}
        </Button>
      </Row>
    </Stack>
  );
}

/** The code of this state: in short, to be typed, and signed, as a QR code. */
function Code({ checked: { head, signed } }: { checked: Checked }) {
  const { t } = useTexts(privacyTexts);
  const format = useFormat();
  const code = codeOf(head);
  return (
    <Stack gap={2}>
      <Text as="p" strong>
        {t('log.check.code', { day: format.dayLong(signed?.read.statement.made_at ?? new Date().toISOString()) })}
      </Text>
      <CheckCode translate="no">{code}</CheckCode>
      <QrCode text={signed?.token ?? code} label={t('log.check.qr')} />
    </Stack>
  );
}
