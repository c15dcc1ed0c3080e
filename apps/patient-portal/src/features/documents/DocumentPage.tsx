import { useNavigate, useParams } from 'react-router-dom';
import { Gone, Loaded } from '@konsil/account';
import { useGetDocumentQuery } from '@konsil/api/documents';
import { shortDoctorName } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import { ArchiveButton, DocumentDetails, DocumentViewer } from '@konsil/documents';
import { useTexts } from '@konsil/i18n';
import { BackLink, Card, Columns, FileName, Page, PageTitle } from '@konsil/ui';
import { OfCase } from '../cases/CaseFrame.tsx';
import { paths } from '../paths.ts';
import { documentPageTexts } from './texts.ts';

/** One document of a case: the page itself and its details. */
export function DocumentPage() {
  const { t } = useTexts(documentPageTexts);
  const { caseId = '', documentId = '' } = useParams();
  const result = useGetDocumentQuery(documentId);
  return (
    <OfCase>
      {(theCase) => (
        <Loaded result={{ ...result, currentData: result.currentData ?? theCase.documents.find(({ id }) => id === documentId) }} gone={<Gone title={t('gone')} back={{ to: paths.documents(caseId), label: t('documents') }} />}>
          {(document) => <Shown theCase={theCase} document={document} />}
        </Loaded>
      )}
    </OfCase>
  );
}

function Shown({ theCase, document }: { theCase: ProcessOverview; document: Document }) {
  const { t } = useTexts(documentPageTexts);
  const navigate = useNavigate();
  const image = document.group === 'image';
  const siblings = theCase.documents.filter(({ group, archived_at }) => group === document.group && archived_at === null);
  const at = siblings.findIndex(({ id }) => id === document.id);
  const goTo = (other: Document | undefined) => other && (() => void navigate(paths.document(theCase.id, other.id)));
  return (
    <Page width="wide">
      <PageTitle
        back={<BackLink to={image ? paths.images(theCase.id) : paths.documents(theCase.id)}>{t(image ? 'images' : 'documents')}</BackLink>}
        lead={theCase.case_name}
      >
        <FileName>{document.file_name}</FileName>
      </PageTitle>
      <Columns>
        <DocumentViewer document={document} tools={<ArchiveButton document={document} otherSide={shortDoctorName(theCase.doctor.name)} />} onPrevious={goTo(siblings[at - 1])} onNext={goTo(siblings[at + 1])} />
        <Card><DocumentDetails key={document.id} document={document} /></Card>
      </Columns>
    </Page>
  );
}
