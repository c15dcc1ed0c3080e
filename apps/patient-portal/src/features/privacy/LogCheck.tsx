import { useState } from 'react';
import type { FormEvent } from 'react';
import { QrCode } from '@konsil/account';
import { codeOf, headOfCode } from '@konsil/contracts/audit-chain';
import type { ChainHead, LogVerdict } from '@konsil/contracts/audit-chain';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, Card, Row, SafeIcon, Section, Stack, Text, TextField, TextLink } from '@konsil/ui';
import { CheckCode, PrintBlock } from './log-parts.ts';
import { privacyTexts } from './texts.ts';
import { useLogCheck } from './use-log-check.ts';
import type { LogCheckState } from './use-log-check.ts';

type Checked = Extract<LogCheckState, { state: 'checked' }>;

/** Says if the log was changed or cut since the last visit; the reader's own device calculates it. */
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
            <HowChecked head={state.head} check={check} />
          </Stack>
        )}
      </Section>
    </Card>
  );
}

const isSound = (verdict: LogVerdict) => verdict === 'first' || verdict === 'intact';

function Verdict({ checked: { verdict, head, kept } }: { checked: Checked }) {
  const { t } = useTexts(privacyTexts);
  const format = useFormat();
  const day = kept && format.dayLong(kept.at);
  const sentence =
    verdict === 'first'
      ? t('log.check.first', { count: head.seq })
      : verdict === 'broken' || verdict === 'gap' || !day
        ? t(`log.check.${verdict === 'broken' ? verdict : 'gap'}`)
        : t(`log.check.${verdict}`, { day });
  return isSound(verdict) ? (
    <Row gap={3} wrap={false} align="start">
      <SafeIcon />
      <p role="status">{sentence}</p>
    </Row>
  ) : (
    <Faulty>{sentence}</Faulty>
  );
}

function Faulty({ children }: { children: string }) {
  const { t } = useTexts(privacyTexts);
  return (
    <Alert
      tone="danger"
      title={children}
      live
      action={
        <TextLink standalone to="/patient/contact">
          {t('log.check.contact')}
        </TextLink>
      }
    >
      {t('log.check.ask')}
    </Alert>
  );
}

interface HowCheckedProps {
  head: ChainHead;
  check: ReturnType<typeof useLogCheck>['check'];
}

/** The code of this state, for paper, and the comparison with an earlier one. */
function HowChecked({ head, check }: HowCheckedProps) {
  const { t } = useTexts(privacyTexts);
  const format = useFormat();
  const code = codeOf(head);
  const shown = (
    <Stack gap={2}>
      <Text as="p" strong>
        {t('log.check.code', { day: format.dayLong(new Date().toISOString()) })}
      </Text>
      <CheckCode translate="no">{code}</CheckCode>
      <QrCode text={code} label={t('log.check.qr')} />
    </Stack>
  );
  return (
    <>
      <details data-print="hide">
        <summary>{t('log.check.how')}</summary>
        <Stack gap={4}>
          <Text as="p">{t('log.check.howText')}</Text>
          {shown}
          <CompareCode check={check} />
        </Stack>
      </details>
      <PrintBlock>{shown}</PrintBlock>
    </>
  );
}

function CompareCode({ check }: Pick<HowCheckedProps, 'check'>) {
  const { t } = useTexts(privacyTexts);
  const [typed, setTyped] = useState('');
  const [verdict, setVerdict] = useState<LogVerdict | 'notCode' | 'failed' | null>(null);
  const compare = async (event: FormEvent) => {
    event.preventDefault();
    const kept = headOfCode(typed);
    if (!kept) return setVerdict('notCode');
    setVerdict(
      await check(kept).then(
        (result) => result.verdict,
        (): 'failed' => 'failed',
      ),
    );
  };
  return (
    <form onSubmit={(event) => void compare(event)} noValidate>
      <Stack gap={3}>
        <TextField
          label={t('log.check.old')}
          hint={t('log.check.oldHint')}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          error={verdict === 'notCode' ? t('log.check.notCode') : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setVerdict(null);
          }}
        />
        <Row>
          <Button type="submit" variant="secondary">
            {t('log.check.compare')}
          </Button>
        </Row>
        {verdict === 'intact' && <p role="status">{t('log.check.intactCode')}</p>}
        {verdict === 'failed' && <p role="status">{t('log.check.failed')}</p>}
        {(verdict === 'missing' || verdict === 'changed') && <Faulty>{t(`log.check.${verdict}Code`)}</Faulty>}
        {(verdict === 'broken' || verdict === 'gap') && <Faulty>{t(`log.check.${verdict}`)}</Faulty>}
      </Stack>
    </form>
  );
}
