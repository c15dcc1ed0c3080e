import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { LegalSections } from '@konsil/account';
import { useConsoleLegalVersionQuery, useWithdrawLegalTextMutation } from '@konsil/api/console-legal';
import { useAction } from '@konsil/common';
import { writtenLanguages } from '@konsil/contracts/written';
import type { ConsoleLegalVersion } from '@konsil/contracts/console-legal';
import { useCommon, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { BackLink, Button, ConfirmDialog, DefinitionList, Page, PageTitle, Row, Section, Stack } from '@konsil/ui';
import { consoleLegalPaths } from './paths';
import { legalTexts } from './texts';
import { useStanding } from './use-standing';

/** Withdraws a planned version, after a confirmation. */
function Withdraw({ id }: { id: string }) {
  const { t } = useTexts(legalTexts);
  const { t: c } = useCommon();
  const run = useAction();
  const [asks, setAsks] = useState(false);
  const [withdraw, { isLoading: busy }] = useWithdrawLegalTextMutation();
  const confirm = async () => {
    await run(withdraw(id).unwrap(), { text: t('withdraw.done') });
    setAsks(false);
  };
  return (
    <Row>
      <Button variant="secondary" onClick={() => setAsks(true)}>
        {t('withdraw.do')}
      </Button>
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onConfirm={() => void confirm()}
        title={t('withdraw.title')}
        confirmLabel={t('withdraw.do')}
        cancelLabel={c('words.cancel')}
        tone="danger"
        busy={busy}
      >
        {t('withdraw.text')}
      </ConfirmDialog>
    </Row>
  );
}

function Version({ version }: { version: ConsoleLegalVersion }) {
  const { t } = useTexts(legalTexts);
  const standing = useStanding();
  return (
    <Page>
      <PageTitle
        back={<BackLink to={consoleLegalPaths.list}>{t('title')}</BackLink>}
        lead={`${t(`state.${version.state}`)} · ${standing(version)}`}
      >
        {`${t(`kind.${version.kind}`)}, ${t('version', { version: version.version })}`}
      </PageTitle>
      <Stack gap={6}>
        {version.state === 'planned' && <Withdraw id={version.id} />}
        {writtenLanguages.map((locale) => (
          <Section key={locale} title={t(`languages.${locale}`)}>
            <DefinitionList
              items={[
                { key: 'changes', term: t('changes'), detail: <span lang={locale}>{version.changes[locale]}</span> },
              ]}
            />
            <div lang={locale}>
              <Stack gap={4}>
                <LegalSections text={version.text[locale]} scope={locale} />
              </Stack>
            </div>
          </Section>
        ))}
      </Stack>
    </Page>
  );
}

/** One version of a legal text in both languages. */
export default function LegalVersionPage() {
  const { t } = useTexts(legalTexts);
  const { versionId = '' } = useParams();
  const back = { to: consoleLegalPaths.list, label: t('title') };
  return (
    <Loaded
      result={useConsoleLegalVersionQuery(versionId)}
      back={back}
      gone={{ title: t('gone') }}
      label={t('loading')}
      failed={t('failed')}
    >
      {(version) => <Version version={version} />}
    </Loaded>
  );
}
