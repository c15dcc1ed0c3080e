// @bundle route
import { useFetchFromArchiveMutation } from '@konsil/api/clinic-archives';
import { problemOf } from '@konsil/api/problem';
import { StrangerNote, useNavigateFromHere, usePersonWords } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { ArchiveFailure, ArchiveStudy, FetchedStudy } from '@konsil/contracts/clinic-archives';
import { problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, CheckboxField, Form, FormActions, RadioCards, Section, Text, useToast } from '@konsil/ui';
import { useState, type FormEvent } from 'react';
import { paths } from '../paths';
import type { Found } from './SearchForm';
import { clinicArchiveTexts } from './texts';

const useStudyWords = () => {
  const { t } = useTexts(clinicArchiveTexts);
  const format = useFormat();
  const personWords = usePersonWords();
  const nameOf = ({ patient_name: name, birth_date: day }: ArchiveStudy) =>
    personWords({ name: name || t('nameless'), birth_date: day });
  const detailsOf = ({ study_date: day, modalities, description, images, accession_number: accession }: ArchiveStudy) =>
    [
      day && format.day(day),
      modalities.join('/'),
      description,
      images !== null && t('images', { count: images }),
      accession,
    ]
      .filter(Boolean)
      .join(', ');
  return { nameOf, detailsOf };
};

interface StudyChoiceProps {
  theCase: ProcessOverview;
  found: Found;
}

/** The found studies: the doctor selects one, compares it with the case's patient, and imports it. */
export function StudyChoice({ theCase, found: { asked, answer } }: StudyChoiceProps) {
  const { t } = useTexts(clinicArchiveTexts);
  const { t: common } = useCommon();
  const { nameOf, detailsOf } = useStudyWords();
  const toast = useToast();
  const navigate = useNavigateFromHere();
  const [fetchStudy, { isLoading }] = useFetchFromArchiveMutation();
  const [uid, setUid] = useState('');
  const [stranger, setStranger] = useState<FetchedStudy['stranger']>();
  const [confirmed, setConfirmed] = useState(false);
  const [pressed, setPressed] = useState(false);
  const [failure, setFailure] = useState<ArchiveFailure | null>(answer.failure);
  const [problem, setProblem] = useState('');
  const { studies, patient } = answer;
  const chosen = studies.find(({ study_uid: other }) => other === uid);
  const needsConfirmation = stranger !== undefined || chosen?.differs.length === 2;

  const choose = (next: string) => {
    setUid(next);
    setStranger(undefined);
    setConfirmed(false);
    setPressed(false);
    setFailure(null);
    setProblem('');
  };
  const done = ({ documents, left_out: without }: FetchedStudy) => {
    const taken = without > 0 ? t('takenWithout', { count: without }) : t('taken');
    toast({ text: documents > 0 ? taken : t('known'), tone: 'success' });
    navigate(paths.addDocument(theCase));
  };
  const take = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading || !chosen) return;
    setPressed(true);
    if (needsConfirmation && !confirmed) return;
    setFailure(null);
    setProblem('');
    const { clinic, patient_number } = asked;
    const body = { clinic, patient_number, study_uid: chosen.study_uid, other_person: confirmed };
    try {
      const fetched = await fetchStudy({ caseId: theCase.id, body }).unwrap();
      if (fetched.stranger) {
        setStranger(fetched.stranger);
        setPressed(false);
      } else if (fetched.failure) setFailure(fetched.failure);
      else done(fetched);
    } catch (error) {
      setProblem(problemText(common, problemOf(error)));
    }
  };

  const failed = failure ? t(`failures.${failure}`) : problem;
  const differing = chosen && chosen.differs.length > 0;
  return (
    <Section title={t('found')}>
      {!answer.failure && studies.length === 0 && <Alert live>{t('none')}</Alert>}
      {studies.length > 0 && (
        <Form onSubmit={(event) => void take(event)}>
          <RadioCards
            legend={t('choose')}
            name="study"
            value={uid}
            disabled={isLoading}
            onChange={({ target }) => choose(target.value)}
            options={studies.map((study) => ({
              value: study.study_uid,
              title: nameOf(study),
              description: (
                <>
                  {detailsOf(study)}
                  {study.differs.map((what) => (
                    <Text key={what} as="p" strong>
                      {t(`differs.${what}`)}
                    </Text>
                  ))}
                </>
              ),
            }))}
          />
          {answer.more && <Text>{t('more')}</Text>}
          {chosen && (
            <>
              {(stranger || differing) && (
                <StrangerNote
                  stranger={
                    stranger ?? { named: { name: chosen.patient_name, birth_date: chosen.birth_date }, patient }
                  }
                />
              )}
              <Text>{t('effect', { case: theCase.case_name, patient: patient.name })}</Text>
              {needsConfirmation && (
                <CheckboxField
                  label={t('confirm', { patient: patient.name })}
                  checked={confirmed}
                  onChange={({ target }) => setConfirmed(target.checked)}
                  error={pressed && !confirmed ? t('confirmMissing') : undefined}
                />
              )}
              {isLoading && <Alert live>{t('taking')}</Alert>}
            </>
          )}
          {failed && <Alert tone="danger">{failed}</Alert>}
          {chosen && (
            <FormActions>
              <Button type="submit" busy={isLoading}>
                {t('take')}
              </Button>
            </FormActions>
          )}
        </Form>
      )}
      {studies.length === 0 && failed && <Alert tone="danger">{failed}</Alert>}
    </Section>
  );
}
