import { useTexts } from '@konsil/i18n';
import { BackLink, Page, PageTitle } from '@konsil/ui';
import { caseTexts } from './texts';

/** In place of a case or a patient that the doctor may not see, or not any more; `back`: the list it would be in. */
export function NotShared({ back }: { back: { to: string; label: string } }) {
  const { t } = useTexts(caseTexts);
  return (
    <Page>
      <PageTitle back={<BackLink to={back.to}>{back.label}</BackLink>} lead={t('notShared.text')}>{t('notShared.title')}</PageTitle>
    </Page>
  );
}
