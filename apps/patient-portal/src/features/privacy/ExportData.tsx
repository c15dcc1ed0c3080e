import { useEffect, useState } from 'react';
import { ownPasswordSchema } from '@konsil/account/own-proof';
import { useZodForm } from '@konsil/forms/forms';
import { addressOf } from '@konsil/api/origin';
import { useExportDataMutation } from '@konsil/api/privacy';
import { StepInPlace } from '@konsil/common';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  Alert,
  Button,
  ButtonLink,
  Card,
  DownloadIcon,
  ErrorSummary,
  Form,
  FormActions,
  Row,
  Section,
  Stack,
  Text,
} from '@konsil/ui';
import { OwnPassword } from './OwnPassword.tsx';
import { privacyTexts } from './texts.ts';

/** Exports all data of the account as a ZIP. */
export function ExportData() {
  const { t } = useTexts(privacyTexts);
  return (
    <Section id="export" title={t('export.title')}>
      <Card>
        <Stack gap={4}>
          <Text as="p">{t('export.text')}</Text>
          <StepInPlace
            closed={(open) => (
              <Row>
                <Button variant="secondary" icon={<DownloadIcon />} onClick={open}>
                  {t('export.open')}
                </Button>
              </Row>
            )}
          >
            {(close) => <ExportForm onClose={close} />}
          </StepInPlace>
        </Stack>
      </Card>
    </Section>
  );
}

/** Asks for the password, then offers the file. */
function ExportForm({ onClose }: { onClose: () => void }) {
  const { t } = useTexts(privacyTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const [exportData] = useExportDataMutation();
  const [ready, setReady] = useState<{ Filelocation: string; expires_at: string } | null>(null);
  const [over, setOver] = useState(false);
  const [proven, setProven] = useState(false);
  const { form, field, onSubmit, summary, busy } = useZodForm({
    schema: ownPasswordSchema(proven),
    defaultValues: { current_password: '' },
    guard: false,
    scope: 'export-',
    alone: 'current_password',
    act: async (body) => {
      setReady(await exportData(proven ? {} : body).unwrap());
      setOver(false);
      setProven(false);
      form.reset();
    },
  });
  useEffect(() => {
    if (!ready) return undefined;
    const timer = setTimeout(() => setOver(true), Date.parse(ready.expires_at) - Date.now());
    return () => clearTimeout(timer);
  }, [ready]);

  if (ready && !over)
    return (
      <Stack gap={4}>
        <Alert
          live
          tone="success"
          title={t('export.ready')}
          action={
            <ButtonLink
              download
              to={new URL(addressOf(ready.Filelocation as `/${string}`), window.location.href).href}
              icon={<DownloadIcon />}
            >
              {t('export.download')}
            </ButtonLink>
          }
        >
          {t('export.until', { time: format.time(ready.expires_at) })}
        </Alert>
        <Row>
          <Button variant="quiet" onClick={onClose}>
            {common('words.close')}
          </Button>
        </Row>
      </Stack>
    );
  return (
    <Form aria-label={t('export.title')} onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      {over && (
        <Alert live title={t('export.over')}>
          {t('export.overText')}
        </Alert>
      )}
      <OwnPassword field={field('current_password')} proven={proven} onProven={() => setProven(true)} />
      <FormActions>
        <Button type="submit" variant="secondary" busy={busy} busyLabel={t('export.busy')}>
          {t('export.start')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {common('words.cancel')}
        </Button>
      </FormActions>
    </Form>
  );
}
