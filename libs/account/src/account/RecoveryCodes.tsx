import { styled } from 'styled-components';
import { useLeaveGuard } from '@konsil/forms/leave-guard';
import { useTexts } from '@konsil/i18n';
import { Alert, Button, ButtonLink, CopyIcon, DownloadIcon, Row, Stack } from '@konsil/ui';
import { accountTexts } from './texts.ts';
import { useCopy } from './use-copy.ts';

const Codes = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(var(--width-code), 1fr));
  gap: var(--space-2);
  font-variant-numeric: tabular-nums;
  font-weight: var(--font-weight-strong);
`;

/** The recovery codes, shown once and guarded against leaving by mistake. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const { t } = useTexts(accountTexts);
  const copy = useCopy({ copied: t('account.factor.copied'), notCopied: t('account.factor.notCopied') });
  const lines = codes.join('\n');
  useLeaveGuard(true, t('account.factor.leave'));
  return (
    <Alert tone="warning" title={t('account.factor.codesTitle')} live>
      <Stack gap={3}>
        <p>{t('account.factor.codes')}</p>
        <Codes>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Codes>
        <Row>
          <Button variant="secondary" icon={<CopyIcon />} onClick={() => void copy(lines)}>
            {t('account.factor.copy')}
          </Button>
          <ButtonLink
            variant="secondary"
            icon={<DownloadIcon />}
            to={`data:text/plain;charset=utf-8,${encodeURIComponent(`${lines}\n`)}`}
            download={t('account.factor.file')}
          >
            {t('account.factor.download')}
          </ButtonLink>
          <Button onClick={onKept}>{t('account.factor.saved')}</Button>
        </Row>
      </Stack>
    </Alert>
  );
}
