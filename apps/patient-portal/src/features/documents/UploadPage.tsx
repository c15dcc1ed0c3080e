import { useNavigate } from 'react-router-dom';
import { usePreviewRequestQuery } from '@konsil/api/requests';
import { shortDoctorName, UsualDocuments } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { PdfThumbnail } from '@konsil/documents';
import { UploadPanel } from '@konsil/documents-upload';
import { useTexts } from '@konsil/i18n';
import { BackLink, ButtonLink, Page, PageTitle, SendIcon } from '@konsil/ui';
import { WithCase } from '../cases/CaseFrame.tsx';
import { useWayBack } from '../cases/use-way-back.ts';
import { paths } from '../paths.ts';
import { documentPageTexts } from './texts.ts';

/** Adds documents and imaging to a case. */
export function UploadPage() {
  return <WithCase>{(theCase) => <Upload theCase={theCase} />}</WithCase>;
}

function Upload({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(documentPageTexts);
  const navigate = useNavigate();
  const back = useWayBack(theCase);
  const { id, acting, doctor, documents, new_documents: unsent, undescribed_documents: undescribed } = theCase;
  // Only a first request has a list of what is usually needed.
  const { data: preview } = usePreviewRequestQuery(id, { skip: theCase.status !== 'draft' });
  return (
    <Page>
      <PageTitle
        back={<BackLink to={back.to}>{back.label}</BackLink>}
        lead={
          acting
            ? t('uploadLeadActing', { doctor: shortDoctorName(doctor.name), owner: acting.owner })
            : t('uploadLead', { doctor: shortDoctorName(doctor.name) })
        }
      >
        {t('uploadTitle')}
      </PageTitle>
      <UploadPanel
        caseId={id}
        documents={documents}
        documentPath={(documentId) => paths.document(id, documentId)}
        otherSide={shortDoctorName(doctor.name)}
        pdfPicture={PdfThumbnail}
        goOn={acting ? undefined : { label: t('rightAndSend'), go: () => void navigate(paths.send(id)) }}
        // While a document still has open questions, its button is the primary one.
        next={
          unsent > 0 &&
          !acting && (
            <ButtonLink to={paths.send(id)} variant={undescribed > 0 ? 'secondary' : 'primary'} icon={<SendIcon />}>
              {t('send')}
            </ButtonLink>
          )
        }
      />
      <UsualDocuments usual={preview?.usual ?? []} />
    </Page>
  );
}
