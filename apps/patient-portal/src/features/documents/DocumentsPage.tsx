import { DocumentList } from '@konsil/documents';
import { useTexts } from '@konsil/i18n';
import { ButtonLink, Row, Stack, UploadIcon } from '@konsil/ui';
import { CaseFrame } from '../cases/CaseFrame.tsx';
import { paths } from '../paths.ts';
import { documentPageTexts } from './texts.ts';

function Documents({ caseId, group }: { caseId: string; group: 'document' | 'image' }) {
  const { t } = useTexts(documentPageTexts);
  const upload = <ButtonLink to={paths.upload(caseId)} icon={<UploadIcon />}>{t('upload')}</ButtonLink>;
  return (
    <Stack gap={4}>
      <Row>{upload}</Row>
      <DocumentList caseId={caseId} group={group} hrefOf={({ id }) => paths.document(caseId, id)} newWord="notSent" />
    </Stack>
  );
}

/** The documents of a case. */
export function DocumentsPage() {
  return <CaseFrame tab="documents">{({ id }) => <Documents caseId={id} group="document" />}</CaseFrame>;
}

/** The scans of a case. */
export function ImagesPage() {
  return <CaseFrame tab="images">{({ id }) => <Documents caseId={id} group="image" />}</CaseFrame>;
}
