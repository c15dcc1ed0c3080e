import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { mostSignedHead } from '@konsil/contracts/signed-head';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, DocumentUploadIcon, FileButton, Row, Stack, TextField } from '@konsil/ui';
import { compareCode, type CodeVerdict } from './compare-code.ts';
import { Faulty } from './Faulty.tsx';
import { privacyTexts } from './texts.ts';
import type { useLogCheck } from './use-log-check.ts';

/** The texts of codes in a file: its own if it is no longer than a signed state, or the QR codes of a photo or PDF. */
const codesIn = async (file: File, signal: AbortSignal): Promise<string[]> => {
  if (file.size <= mostSignedHead && !file.type.startsWith('image/')) return [await file.text()];
  const { readCodes } = await import('../medication/scan/read-codes.ts');
  const found = await readCodes([file], signal, ['QRCode']);
  return found.map((bytes) => new TextDecoder().decode(bytes));
};

interface CompareCodeProps {
  patientId: string;
  check: ReturnType<typeof useLogCheck>['check'];
}

/** Compares the log with the code of an earlier state: typed, as a file, or a photo of its QR code. */
export function CompareCode({ patientId, check }: CompareCodeProps) {
  const { t } = useTexts(privacyTexts);
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<CodeVerdict | { verdict: 'running' | 'noCode' } | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const compare = async (codes: (signal: AbortSignal) => Promise<string[]>, none: 'notCode' | 'noCode') => {
    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    setFound({ verdict: 'running' });
    const texts = await codes(run.signal).catch((): string[] => []);
    let verdict: CodeVerdict | { verdict: 'noCode' } = { verdict: none };
    for (const text of texts) {
      const next = await compareCode(text, { person: patientId, check });
      if (next.verdict !== 'notCode') verdict = next;
    }
    if (!run.signal.aborted) setFound(verdict);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void compare(async () => [typed], 'notCode');
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={3}>
        <TextField
          label={t('log.check.old')}
          hint={t('log.check.oldHint')}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          error={found?.verdict === 'notCode' ? t('log.check.notCode') : undefined}
          onChange={(event) => {
            running.current?.abort();
            setTyped(event.currentTarget.value);
            setFound(null);
          }}
        />
        <Row>
          <Button type="submit" variant="secondary">
            {t('log.check.compare')}
          </Button>
          <FileButton
            label={t('log.check.choose')}
            icon={<DocumentUploadIcon />}
            input={{ accept: '.jws,image/*,.pdf' }}
            onFiles={([file]) => file && void compare((signal) => codesIn(file, signal), 'noCode')}
          />
        </Row>
        {found && <Found found={found} />}
      </Stack>
    </form>
  );
}

function Found({ found }: { found: CodeVerdict | { verdict: 'running' | 'noCode' } }) {
  const { t } = useTexts(privacyTexts);
  const format = useFormat();
  switch (found.verdict) {
    case 'notCode':
      return null;
    case 'running':
    case 'failed':
    case 'noCode':
      return <p role="status">{t(`log.check.${found.verdict}`)}</p>;
    case 'forged':
    case 'otherKey':
    case 'otherPerson':
      return (
        <Alert tone="warning" live title={t(`log.check.saved.${found.verdict}`)}>
          {t('log.check.saved.unused')}
        </Alert>
      );
    case 'broken':
    case 'gap':
      return <Faulty>{t(`log.check.${found.verdict}`)}</Faulty>;
    case 'intact':
      return (
        <p role="status">
          {found.at ? t('log.check.saved.intact', { day: format.dayLong(found.at) }) : t('log.check.intactCode')}
        </p>
      );
    case 'missing':
    case 'changed':
      return (
        <Faulty>
          {found.at
            ? t(`log.check.saved.${found.verdict}`, { day: format.dayLong(found.at) })
            : t(`log.check.${found.verdict}Code`)}
        </Faulty>
      );
  }
}
