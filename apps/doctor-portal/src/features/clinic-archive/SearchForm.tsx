// @bundle route
import { useSearchCaseArchiveMutation } from '@konsil/api/clinic-archives';
import { archiveSearchSchema, type ArchiveSearch, type FoundStudies } from '@konsil/contracts/clinic-archives';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, ErrorSummary, Form, FormActions, SelectField, TextField } from '@konsil/ui';
import { useRef } from 'react';
import { clinicArchiveTexts } from './texts';

/** A search with its result; `count` increases with each search. */
export interface Found {
  count: number;
  asked: ArchiveSearch;
  answer: FoundStudies;
}

interface SearchFormProps {
  caseId: string;
  archives: readonly { id: string; name: string }[];
  onFound: (found: Found | undefined) => void;
}

/** The patient number of the clinic, and the archive to search. */
export function SearchForm({ caseId, archives, onFound }: SearchFormProps) {
  const { t } = useTexts(clinicArchiveTexts);
  const { t: common } = useCommon();
  const [search] = useSearchCaseArchiveMutation();
  const count = useRef(0);
  const { field, onSubmit, summary, busy } = useZodForm({
    schema: archiveSearchSchema,
    defaultValues: { clinic: archives[0]?.id ?? '', patient_number: '', accession_number: '' },
    guard: false,
    act: async (asked) => {
      onFound(undefined);
      const answer = await search({ caseId, body: asked }).unwrap();
      count.current += 1;
      onFound({ count: count.current, asked, answer });
    },
    scope: 'archive-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      {archives.length > 1 && (
        <SelectField
          {...field('clinic')}
          label={t('clinic')}
          options={archives.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <TextField {...field('patient_number')} label={t('number')} autoComplete="off" spellCheck={false} />
      <TextField
        {...field('accession_number')}
        label={t('accession')}
        optional={common('words.optional')}
        autoComplete="off"
        spellCheck={false}
      />
      <FormActions>
        <Button type="submit" busy={busy}>
          {t('search')}
        </Button>
      </FormActions>
    </Form>
  );
}
