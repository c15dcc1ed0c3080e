import { useNavigate, useParams } from 'react-router-dom';
import { Loaded } from '@konsil/portal-frame';
import { useGetDocumentQuery } from '@konsil/api/documents';
import { shortDoctorName } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import { byExamination, type Files } from '@konsil/contracts/examinations';
import {
  ArchiveButton,
  DocumentDetails,
  DocumentViewer,
  ExaminationFiles,
  marksAt,
  useExaminationWords,
  usePlace,
} from '@konsil/documents';
import { useTexts } from '@konsil/i18n';
import { BackLink, Card, Columns, FileName, Page, PageTitle, Stack } from '@konsil/ui';
import { WithCase } from '../cases/CaseFrame.tsx';
import { paths } from '../paths.ts';
import { documentPageTexts } from './texts.ts';

/** One document or examination of a case with its details. */
export function DocumentPage() {
  const { t } = useTexts(documentPageTexts);
  const { caseId = '', documentId = '' } = useParams();
  const result = useGetDocumentQuery(documentId);
  return (
    <WithCase width="wide">
      {(theCase) => (
        <Loaded
          result={{
            ...result,
            currentData: result.currentData ?? theCase.documents.find(({ id }) => id === documentId),
          }}
          gone={{ title: t('gone') }}
          back={{ to: paths.documents(caseId), label: t('documents') }}
          width="wide"
        >
          {(document) => <Shown theCase={theCase} document={document} />}
        </Loaded>
      )}
    </WithCase>
  );
}

function Shown({ theCase, document }: { theCase: ProcessOverview; document: Document }) {
  const { t } = useTexts(documentPageTexts);
  const navigate = useNavigate();
  const place = usePlace();
  const image = document.group === 'image';
  const { calledByDevice, namedByWhatItIs } = useExaminationWords();
  const doctor = shortDoctorName(theCase.doctor.name);
  const siblings = byExamination(
    theCase.documents.filter(({ group, archived_at }) => group === document.group && archived_at === null),
  );
  const at = siblings.findIndex((entry) => entry.some(({ id }) => id === document.id));
  const files = siblings[at] ?? [document];
  const hrefOf = ({ id }: Document) => paths.document(theCase.id, id);
  const goTo = (other: Files | undefined) => other && (() => void navigate(hrefOf(other[0])));
  return (
    <Page width="wide">
      <PageTitle
        back={
          <BackLink to={image ? paths.images(theCase.id) : paths.documents(theCase.id)}>
            {t(image ? 'images' : 'documents')}
          </BackLink>
        }
        lead={theCase.case_name}
      >
        {document.medical_kind_code || calledByDevice(document) ? (
          namedByWhatItIs(document)
        ) : (
          <FileName>{document.file_name}</FileName>
        )}
      </PageTitle>
      <Columns>
        <DocumentViewer
          document={document}
          files={files}
          place={place}
          marks={marksAt(document.id, place, theCase.answers)}
          tools={<ArchiveButton files={files} otherSide={doctor} />}
          onPrevious={goTo(siblings[at - 1])}
          onNext={goTo(siblings[at + 1])}
        />
        <Stack>
          <Card>
            <DocumentDetails key={document.id} document={document} files={files} />
          </Card>
          {files.length > 1 && <ExaminationFiles files={files} shown={document} hrefOf={hrefOf} otherSide={doctor} />}
        </Stack>
      </Columns>
    </Page>
  );
}
