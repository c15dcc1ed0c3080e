import { shortDoctorName } from '@konsil/cases';
import { UploadPanel } from '@konsil/documents-upload';
import { useTexts } from '@konsil/i18n';
import { BackLink, ButtonLink, Page, PageTitle, SendIcon } from '@konsil/ui';
import { OfCase } from '../cases/CaseFrame.tsx';
import { paths } from '../paths.ts';
import { documentPageTexts } from './texts.ts';

/** Brings documents and scans into a case. */
export function UploadPage() {
  const { t } = useTexts(documentPageTexts);
  return (
    <OfCase>
      {({ id, case_name: name, doctor, documents, new_documents: unsent, undescribed_documents: undescribed }) => (
        <Page>
          <PageTitle back={<BackLink to={paths.case(id)}>{name}</BackLink>} lead={t('uploadLead', { doctor: shortDoctorName(doctor.name) })}>{t('uploadTitle')}</PageTitle>
          <UploadPanel
            caseId={id} documents={documents} documentPath={(documentId) => paths.document(id, documentId)} otherSide={shortDoctorName(doctor.name)}
            // While a document still asks something, its own button is the main one.
            next={unsent > 0 && <ButtonLink to={paths.send(id)} variant={undescribed > 0 ? 'secondary' : 'primary'} icon={<SendIcon />}>{t('send')}</ButtonLink>}
          />
        </Page>
      )}
    </OfCase>
  );
}
