import { styled } from 'styled-components';
import { useLeaveGuard } from '@konsil/api/leave-guard';
import { useTexts } from '@konsil/i18n';
import { Alert, Button, CopyIcon, Row, Stack, useToast } from '@konsil/ui';
import { accountTexts } from './texts.ts';

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
  const toast = useToast();
  useLeaveGuard(true, t('account.factor.leave'));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast({ text: t('account.factor.copied') });
    } catch {
      toast({ text: t('account.factor.notCopied'), tone: 'danger' });
    }
  };
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
          <Button variant="secondary" icon={<CopyIcon />} onClick={() => void copy()}>
            {t('account.factor.copy')}
          </Button>
          <Button onClick={onKept}>{t('account.factor.saved')}</Button>
        </Row>
      </Stack>
    </Alert>
  );
}
