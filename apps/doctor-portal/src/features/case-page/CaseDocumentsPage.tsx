import { DocumentList, DocumentTable } from '@konsil/documents';
import { useTexts } from '@konsil/i18n';
import { BackLink, ButtonLink, Page, PageTitle, TabLinks, UploadIcon, useDesk } from '@konsil/ui';
import { paths } from '../paths';
import { WithCase } from '../case/OfCase';
import { caseTexts } from '../case-parts/texts';

export const AllDocumentsPage = () => <CaseDocumentsPage group="document" />;
export const AllImagesPage = () => <CaseDocumentsPage group="image" />;

/** All documents or imaging of a case with search, filters and archive. */
function CaseDocumentsPage({ group }: { group: 'document' | 'image' }) {
  const { t } = useTexts(caseTexts);
  const desk = useDesk();
  return (
    <WithCase>
      {(theCase) => {
        const here = paths.case(theCase);
        const lists = [
          ['document', 'documents', theCase.counts.documents],
          ['image', 'images', theCase.counts.images],
        ] as const;
        const upload = (
          <ButtonLink variant="secondary" icon={<UploadIcon />} to={`${here}/documents/new`}>
            {t('documents.upload')}
          </ButtonLink>
        );
        return (
          <Page width="wide">
            <PageTitle back={<BackLink to={here}>{theCase.case_name}</BackLink>} actions={upload}>
              {t(group === 'image' ? 'documents.images' : 'documents.documents')}
            </PageTitle>
            <TabLinks
              label={t('documents.label')}
              items={lists.map(([name, word, count]) => ({
                to: `${here}/${word}`,
                label: t(`documents.${word}`),
                count,
                countTone: 'plain' as const,
                current: name === group,
              }))}
            />
            <DocumentList
              key={group}
              caseId={theCase.id}
              group={group}
              newWord="new"
              otherSide={theCase.account_name}
              hrefOf={({ id }) => `${here}/documents/${id}`}
              emptyAction={upload}
              table={desk ? DocumentTable : undefined}
            />
          </Page>
        );
      }}
    </WithCase>
  );
}
