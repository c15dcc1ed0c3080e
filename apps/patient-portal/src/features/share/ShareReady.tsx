// @bundle route
import { useEffect, useState } from 'react';
import { QrCode } from '@konsil/account/qr-code';
import { useCopy } from '@konsil/account/use-copy';
import { useFormat, useTexts } from '@konsil/i18n';
import {
  Alert,
  Button,
  ButtonLink,
  Card,
  CopyIcon,
  PrintIcon,
  PrintSheet,
  Row,
  Section,
  Stack,
  Text,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { LinkText } from './share-parts.ts';
import { shareTexts } from './texts.ts';
import type { MadeLink } from './use-make-link.ts';

/** A new link with its key: shown this once. */
export function ShareReady({ made: { link, address, lacksPictures }, caseId }: { made: MadeLink; caseId: string }) {
  const { t } = useTexts(shareTexts);
  const format = useFormat();
  const copy = useCopy({ copied: t('ready.copied'), notCopied: t('ready.notCopied') });
  const [printing, setPrinting] = useState(0);
  useEffect(() => {
    document.documentElement.scrollTop = 0;
    document.querySelector<HTMLElement>('h1')?.focus();
  }, []);
  const code = <QrCode branded text={address} label={t('ready.qr')} />;
  const facts = (
    <>
      <p>{t(link.one_time ? 'ready.untilOnce' : 'ready.until', { day: format.dayLong(link.expires_at) })}</p>
      {link.has_passcode && <p>{t('ready.passcode')}</p>}
    </>
  );
  return (
    <>
      <Alert tone="warning" title={t('ready.once')}>
        {t('ready.onceText')}
      </Alert>
      {lacksPictures && <Alert>{t('ready.lacksPictures')}</Alert>}
      <Card>
        <Section title={link.label}>
          <Stack gap={4}>
            {facts}
            {code}
            <Text as="p" tone="muted" size="small">
              {t('ready.scan')}
            </Text>
            <Row>
              <Button icon={<CopyIcon />} onClick={() => void copy(address)}>
                {t('ready.copy')}
              </Button>
              <Button variant="secondary" icon={<PrintIcon />} onClick={() => setPrinting((times) => times + 1)}>
                {t('ready.print')}
              </Button>
            </Row>
            <LinkText tabIndex={0} role="region" aria-label={t('ready.link')}>
              {address}
            </LinkText>
          </Stack>
        </Section>
      </Card>
      <Row>
        <ButtonLink variant="secondary" to={paths.case(caseId)}>
          {t('ready.back')}
        </ButtonLink>
      </Row>
      {printing > 0 && (
        <PrintSheet key={printing} foot={t('list.title')} onPrinted={() => setPrinting(0)}>
          <Stack gap={4}>
            <h1>{link.label}</h1>
            {facts}
            {code}
            <p>{t('ready.scan')}</p>
          </Stack>
        </PrintSheet>
      )}
    </>
  );
}
