import { shortDoctorName } from '@konsil/cases';
import type { Document } from '@konsil/contracts/documents';
import { UploadPanel } from '@konsil/documents-upload';
import { useTexts } from '@konsil/i18n';
import { BackLink, ButtonLink, Page, PageTitle, SendIcon } from '@konsil/ui';
import { OfCase } from '../cases/CaseFrame.tsx';
import { paths } from '../paths.ts';
import { documentPageTexts } from './texts.ts';

/** While a document still asks something, its own button is the main one. */
const undescribed = (documents: readonly Document[]) => documents.some(({ details_missing, archived_at }) => details_missing && archived_at === null);

/** Brings documents and scans into a case. */
export function UploadPage() {
  const { t } = useTexts(documentPageTexts);
  return (
    <OfCase>
      {({ id, case_name: name, doctor, documents, new_documents: unsent }) => (
        <Page>
          <PageTitle back={<BackLink to={paths.case(id)}>{name}</BackLink>} lead={t('uploadLead', { doctor: shortDoctorName(doctor.name) })}>{t('uploadTitle')}</PageTitle>
          <UploadPanel
            caseId={id} documents={documents} documentPath={(documentId) => paths.document(id, documentId)} otherSide={shortDoctorName(doctor.name)}
            next={unsent > 0 && <ButtonLink to={paths.send(id)} variant={undescribed(documents) ? 'secondary' : 'primary'} icon={<SendIcon />}>{t('send')}</ButtonLink>}
          />
        </Page>
      )}
    </OfCase>
  );
}
