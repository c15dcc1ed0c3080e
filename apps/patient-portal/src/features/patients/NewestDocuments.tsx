import { useListPatientDocumentsInfiniteQuery } from '@konsil/api/documents';
import { ListStates } from '@konsil/common';
import { byExamination } from '@konsil/contracts/examinations';
import { DocumentRow, DocumentRows } from '@konsil/documents';
import { useTexts } from '@konsil/i18n';
import { listOf } from '@konsil/lists/lists';
import { Card, EmptyState, Section, TextLink } from '@konsil/ui';
import { paths } from '../paths.ts';
import { caseNamesOf } from './case-names.ts';
import { patientPageTexts } from './texts.ts';

/** The latest documents of a person, with the way to all of them. */
export function NewestDocuments({ patientId }: { patientId: string }) {
  const { t } = useTexts(patientPageTexts);
  const list = listOf(useListPatientDocumentsInfiniteQuery({ patientId, sort: 'uploaded_at', limit: '3' }));
  const caseNameOf = caseNamesOf(list.items);
  return (
    <Section
      title={t('documents.heading')}
      action={
        list.items.length > 0 && (
          <TextLink to={paths.patientDocuments(patientId)} aria-label={t('documents.allLabel')}>
            {t('documents.all')}
          </TextLink>
        )
      }
    >
      <ListStates
        list={list}
        label={t('documents.loading')}
        failed={t('documents.failed')}
        rows={3}
        empty={
          <Card padding="none">
            <EmptyState>{t('documents.none')}</EmptyState>
          </Card>
        }
      >
        {() => (
          <DocumentRows role="list">
            {byExamination(list.items).map((files) => (
              <DocumentRow
                key={files[0].id}
                files={files}
                href={paths.document(files[0].case_id, files[0].id)}
                newWord={t('documents.notSent')}
                caseName={caseNameOf(files)}
              />
            ))}
          </DocumentRows>
        )}
      </ListStates>
    </Section>
  );
}
