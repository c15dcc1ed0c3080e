import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useDraft } from '@konsil/drafts/drafts';
import type { Draft } from '@konsil/drafts/drafts';
import { listOf } from '@konsil/lists/lists';
import { useListPatientsInfiniteQuery } from '@konsil/api/patients';
import { WaitingForDraft } from '@konsil/common';
import { useFutureFiles } from '@konsil/documents-upload';
import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, BackLink, Button, ConfirmDialog, Page, PageTitle, RemoveIcon, Row } from '@konsil/ui';
import { paths } from '../../paths.ts';
import { casePageTexts } from '../texts.ts';
import { emptyCase } from './new-case-form.ts';
import type { NewCaseForm } from './new-case-form.ts';
import { NewCaseSteps } from './NewCaseSteps.tsx';

/** A new case: the concern, then the doctor. Input is kept as a draft until the case is created. */
export function NewCasePage() {
  const { t } = useTexts(casePageTexts);
  const draft = useDraft<NewCaseForm>('case:new');
  const people = listOf(useListPatientsInfiniteQuery({ sort: 'name', limit: '200' }));
  const step = useSearchParams()[0].get('step');
  const ready = draft.status !== 'loading' && !people.isLoading;
  return (
    <Page width={step === '2' ? 'wide' : 'column'}>
      <PageTitle back={<BackLink to={paths.cases}>{t('page.back')}</BackLink>}>{t('new.title')}</PageTitle>
      {ready ? (
        <Drafted draft={draft} onlyPerson={people.items.length === 1 ? people.items[0]?.id : undefined} />
      ) : (
        <WaitingForDraft />
      )}
    </Page>
  );
}

function Drafted({ draft, onlyPerson }: { draft: Draft<NewCaseForm>; onlyPerson: string | undefined }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const [params, setParams] = useSearchParams();
  const files = useFutureFiles();
  const [restored, setRestored] = useState(draft.restored);
  const [openedAt] = useState(params.get('step'));
  const [round, setRound] = useState(0);
  const [asking, setAsking] = useState(false);
  // Chosen on the doctor's page.
  const doctor = params.get('doctor') ?? restored?.doctor ?? '';
  const patient = params.get('patient') ?? restored?.patient ?? '';

  const discard = async () => {
    setAsking(false);
    await Promise.all([draft.drop(), files.forget()]);
    setRestored(null);
    setRound(round + 1);
    setParams({}, { replace: true });
  };
  return (
    <>
      {restored && params.get('step') === openedAt && <Alert>{common('words.draftBack')}</Alert>}
      <NewCaseSteps
        key={round}
        draft={draft}
        start={{ ...emptyCase, ...restored, patient: patient || (onlyPerson ?? ''), doctor }}
      />
      {(draft.savedAt || files.count > 0) && (
        <Row>
          <Button variant="quiet" size="small" icon={<RemoveIcon />} onClick={() => setAsking(true)}>
            {t('new.discard')}
          </Button>
        </Row>
      )}
      <ConfirmDialog
        open={asking}
        tone="danger"
        title={t('new.discardTitle')}
        confirmLabel={t('new.discard')}
        cancelLabel={common('words.cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={() => void discard()}
      >
        {t('new.discardText')}
      </ConfirmDialog>
    </>
  );
}
