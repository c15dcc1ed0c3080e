import { PdfThumbnail } from '@konsil/documents';
import { UploadPanel } from '@konsil/documents-upload';
import { useTexts } from '@konsil/i18n';
import { BackLink, ButtonLink, Page, PageTitle } from '@konsil/ui';
import { ArchiveLink } from '../clinic-archive/ArchiveLink';
import { paths } from '../paths';
import { WithCase } from '../case/OfCase';
import { caseTexts } from '../case-parts/texts';

/** Adds the doctor's own documents to a case, e.g. a report. */
export default function AddDocumentPage() {
  const { t } = useTexts(caseTexts);
  return (
    <WithCase>
      {(theCase) => {
        const here = paths.case(theCase);
        const own = theCase.documents.filter(({ uploaded_by }) => uploaded_by.mine);
        return (
          <Page>
            <PageTitle
              back={<BackLink to={here}>{theCase.case_name}</BackLink>}
              actions={<ArchiveLink theCase={theCase} />}
            >
              {t('documents.upload')}
            </PageTitle>
            <UploadPanel
              caseId={theCase.id}
              documents={own}
              documentPath={(id) => `${here}/documents/${id}`}
              otherSide={theCase.account_name}
              pdfPicture={PdfThumbnail}
              next={
                own.length > 0 && (
                  <ButtonLink variant="secondary" to={here}>
                    {t('documents.toCase')}
                  </ButtonLink>
                )
              }
            />
          </Page>
        );
      }}
    </WithCase>
  );
}
