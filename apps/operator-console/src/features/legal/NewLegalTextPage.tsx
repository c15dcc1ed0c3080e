import { useNavigateFromHere } from '@konsil/common';
import { useParams } from 'react-router-dom';
import { useConsoleLegalTextsQuery } from '@konsil/api/console-legal';
import { useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { Alert, BackLink, Page, PageTitle } from '@konsil/ui';
import { NewLegalText } from './NewLegalText';
import { consoleLegalPaths } from './paths';
import { legalTexts } from './texts';

/** A new version of the privacy notice or the terms of use. */
export default function NewLegalTextPage() {
  const { t } = useTexts(legalTexts);
  const { kind } = useParams();
  const navigate = useNavigateFromHere();
  const result = useConsoleLegalTextsQuery();
  const back = { to: consoleLegalPaths.list, label: t('title') };
  return (
    <Loaded result={result} back={back} label={t('loading')} failed={t('failed')}>
      {({ items }) => {
        const known = items.find((one) => one.kind === kind);
        const isPlanned = known?.versions.some(({ state }) => state === 'planned');
        return (
          <Page>
            <PageTitle back={<BackLink to={back.to}>{back.label}</BackLink>}>
              {known ? t(`new.${known.kind}`) : t('gone')}
            </PageTitle>
            {isPlanned && <Alert>{t('onlyOne')}</Alert>}
            {known && (
              <NewLegalText
                known={known}
                onConflict={() => void result.refetch()}
                onPublished={({ id }) => navigate(consoleLegalPaths.version(id), { replace: true })}
              />
            )}
          </Page>
        );
      }}
    </Loaded>
  );
}
