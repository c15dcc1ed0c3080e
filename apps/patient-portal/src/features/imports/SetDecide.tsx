// @bundle route
import { useNavigateFromHere } from '@konsil/common';
import { useState } from 'react';
import { useListCasesInfiniteQuery } from '@konsil/api/cases';
import { fullName } from '@konsil/contracts/full-name';
import type { Patient } from '@konsil/contracts/patients';
import { futureCase, uploadIncoming, waitingForNewCase } from '@konsil/documents-upload/incoming';
import { useTexts } from '@konsil/i18n';
import { listOf } from '@konsil/lists/lists';
import { Alert, Button, Card, CheckboxField, Row, SelectField, Stack, Text } from '@konsil/ui';
import { paths } from '../paths.ts';
import type { comparePeople } from './set-person.ts';
import { importTexts } from './texts.ts';
import type { ReadSet } from './use-read-set.ts';

interface Props {
  set: ReadSet;
  patient: Patient;
  people: ReturnType<typeof comparePeople>;
  onDiscard: () => void;
}

/** Chooses the case that the files of a set are added to, and hands them to its uploads. */
export function SetDecide({ set: { files }, patient, people, onDiscard }: Props) {
  const { t } = useTexts(importTexts);
  const navigate = useNavigateFromHere();
  const cases = listOf(useListCasesInfiniteQuery({ patient: patient.id, limit: '200', sort: 'activity' }));
  const open = cases.items.filter(({ status, archived_at: archivedAt }) => status !== 'closed' && !archivedAt);
  const [caseId, setCaseId] = useState('');
  const [isSame, setIsSame] = useState(false);
  const [pressed, setPressed] = useState(false);
  const name = fullName(patient);
  const waiting = caseId === futureCase ? waitingForNewCase() : 0;
  const mustConfirm = people.others.length > 0 || people.unnamed > 0;
  const take = () => {
    setPressed(true);
    if (caseId === '' || (mustConfirm && !isSame)) return;
    uploadIncoming(caseId, files, t('set.images'));
    navigate(caseId === futureCase ? paths.newCaseFor(patient.id) : paths.upload(caseId));
  };
  return (
    <Card>
      <Stack gap={3}>
        <Text as="p">{t('set.decide')}</Text>
        {cases.problem && (
          <Alert
            tone="danger"
            action={
              <Button variant="secondary" size="small" onClick={() => void cases.retry()}>
                {t('again')}
              </Button>
            }
          >
            {t('set.casesFailed')}
          </Alert>
        )}
        <SelectField
          label={t('set.case')}
          placeholder={t('set.choose')}
          value={caseId}
          error={pressed && caseId === '' ? t('set.caseMissing') : undefined}
          options={[
            ...open.map(({ id, case_name: label }) => ({ value: id, label })),
            { value: futureCase, label: t('set.newCase') },
          ]}
          onChange={({ currentTarget }) => setCaseId(currentTarget.value)}
        />
        {waiting > 0 && (
          <Alert live tone="warning">
            {t('set.waiting', { count: waiting })}
          </Alert>
        )}
        {mustConfirm && (
          <CheckboxField
            label={people.others.length > 0 ? t('set.confirmOther', { name }) : t('set.confirm', { name })}
            checked={isSame}
            error={pressed && !isSame ? t('samePersonMissing') : undefined}
            onChange={({ currentTarget }) => setIsSame(currentTarget.checked)}
          />
        )}
        <Row>
          <Button onClick={take}>{t('set.take', { count: files.length })}</Button>
          <Button variant="quiet" onClick={onDiscard}>
            {t('decide.discard')}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
