// @bundle route
import { useTexts } from '@konsil/i18n';
import { Section, TextLink } from '@konsil/ui';
import { paths } from '../paths.ts';
import { ShareLinks } from './ShareLinks.tsx';
import { shareTexts } from './texts.ts';

/** The sealed links of a case, and a link to create a new one. */
export function CaseShareLinks({ caseId }: { caseId: string }) {
  const { t } = useTexts(shareTexts);
  return (
    <Section title={t('list.title')} action={<TextLink to={paths.share(caseId)}>{t('list.new')}</TextLink>}>
      <ShareLinks caseId={caseId} />
    </Section>
  );
}
