import { useState } from 'react';
import * as z from 'zod/mini';
import { useGetEpicrisisQuery } from '@konsil/api/epicrisis';
import { usePlaceWords } from '@konsil/cases';
import { Waiting } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { codeLine } from '@konsil/contracts/code-words';
import type { MedicalCode } from '@konsil/contracts/medical-codes';
import { problemOf, ProblemError } from '@konsil/api/problem';
import { mostSharedBytes, mostShareFiles } from '@konsil/contracts/share-limits';
import { newShareLinkSchema, shareLifetimes, shortestPasscode } from '@konsil/contracts/shares';
import { useExaminationWords, useKindWords } from '@konsil/documents';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import {
  Alert,
  BackLink,
  Button,
  CheckboxField,
  ErrorSummary,
  Fieldset,
  Form,
  FormActions,
  Page,
  PageTitle,
  Progress,
  Row,
  SafeIcon,
  SelectField,
  Stack,
  Text,
  TextField,
} from '@konsil/ui';
import { WithCase } from './CaseFrame.tsx';
import { epicrisisPageTexts } from '../epicrisis/texts.ts';
import { paths } from '../paths.ts';
import { answerText, shareable, summaryText } from '../share/link-items.ts';
import type { SharedText } from '../share/sealed-content.ts';
import { ShareReady } from '../share/ShareReady.tsx';
import { shareTexts } from '../share/texts.ts';
import { useMakeLink } from '../share/use-make-link.ts';
import type { MadeLink, SealingProgress } from '../share/use-make-link.ts';

const formSchema = z.object({
  label: newShareLinkSchema.shape.label,
  chosen: z.array(z.string()).check(z.minLength(1, 'shareNothing')),
  days: newShareLinkSchema.shape.days,
  one_time: newShareLinkSchema.shape.one_time,
  passcode: z.string().check(
    z.refine((text) => text === '' || text.length >= shortestPasscode, 'passcodeShort'),
    z.maxLength(64, 'tooLong'),
  ),
});

/** Makes a sealed link to a part of a case. */
export function SharePage() {
  return <WithCase>{(theCase) => <Share theCase={theCase} />}</WithCase>;
}

function Share({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(shareTexts);
  const [made, setMade] = useState<MadeLink | null>(null);
  const { data: epicrisis, isLoading } = useGetEpicrisisQuery(theCase.patient.id);
  return (
    <Page>
      <PageTitle
        back={<BackLink to={paths.case(theCase.id)}>{theCase.case_name}</BackLink>}
        lead={made ? undefined : t('make.lead')}
      >
        {t(made ? 'ready.title' : 'make.title')}
      </PageTitle>
      {made && <ShareReady made={made} caseId={theCase.id} />}
      {!made && isLoading && <Waiting />}
      {!made && !isLoading && <Choose theCase={theCase} summary={epicrisis?.released ?? null} onMade={setMade} />}
    </Page>
  );
}

interface ChooseProps {
  theCase: ProcessOverview;
  summary: Parameters<typeof summaryText>[0] | null;
  onMade: (made: MadeLink) => void;
}

/** The progress from 0 to 1; it restarts for the preview images. */
const shareDone = ({ done, pictures }: SealingProgress, count: number): number =>
  pictures ? pictures.done / pictures.count : done / count;

interface Offer {
  id: string;
  name: string;
  text?: SharedText;
}

/** The storage of sealed links is not that of the account. */
const refusal = (error: unknown): never => {
  const problem = problemOf(error);
  const errors = [{ path: 'chosen', code: 'shareFull' as const, message: '' }];
  throw new ProblemError(problem.code === 'quota' ? { ...problem, code: 'invalid', errors } : problem);
};

function Choose({ theCase, summary, onMade }: ChooseProps) {
  const { t } = useTexts(shareTexts);
  const { t: e } = useTexts(epicrisisPageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const locale = useLocale();
  const { namedByWhatItIs } = useExaminationWords();
  const { sourceOf } = useKindWords();
  const { make, progress } = useMakeLink(theCase.id);
  const { placeFacts } = usePlaceWords();
  const words = {
    answer: t('parts.answer'),
    plainWords: t('parts.plain_words'),
    medicalWords: t('parts.medical_words'),
    reason: t('parts.reason'),
    nextStep: t('parts.next_step'),
    recommended: t('parts.recommended'),
    codes: e('sections.codes'),
    code: (code: MedicalCode) => codeLine(code, locale),
    places: placeFacts,
    question: (question: string) => t('parts.question', { question }),
    section: (name: Parameters<Parameters<typeof summaryText>[3]['section']>[0]) => e(`sections.${name}`),
  };
  const summaryName = summary && t('make.summary', { day: format.day(summary.released_at ?? summary.created_at) });
  const texts: Offer[] = [
    ...theCase.answers.map((answer) => {
      const name = t('make.answerOf', { doctor: answer.answered_by, day: format.day(answer.answered_at) });
      return { id: answer.id, name, text: answerText(answer, theCase.patient, name, words) };
    }),
    ...(summary && summaryName
      ? [{ id: summary.id, name: summaryName, text: summaryText(summary, theCase.patient, summaryName, words) }]
      : []),
  ];
  const documents = shareable(theCase.documents);
  const named = (group: 'document' | 'image'): Offer[] =>
    documents
      .filter((document) => document.group === group)
      .map((document) => ({
        id: document.id,
        name: [namedByWhatItIs(document), sourceOf(document)].filter(Boolean).join(', '),
      }));
  const groups = [
    { key: 'answers', offers: texts },
    { key: 'documents', offers: named('document') },
    { key: 'images', offers: named('image') },
  ] as const;

  /** Refuses before encrypting anything, because an incomplete link is useless. */
  const fits = ({ chosen: ids }: { chosen: string[] }) =>
    ids.length <= mostShareFiles &&
    documents.filter(({ id }) => ids.includes(id)).reduce((sum, { size }) => sum + size, 0) <= mostSharedBytes;

  const {
    form,
    field,
    errorOf,
    onSubmit,
    summary: faults,
    busy,
  } = useZodForm({
    schema: formSchema.check(z.refine(fits, { path: ['chosen'], error: 'shareTooMuch' })),
    defaultValues: { label: '', chosen: [], days: '7', one_time: false, passcode: '' },
    act: async ({ chosen, passcode, ...order }) => {
      const isChosen = ({ id }: { id: string }) => chosen.includes(id);
      const files = documents.filter(isChosen);
      const images = files.filter(({ group }) => group === 'image').length;
      const hasSummary = summary !== null && isChosen(summary);
      const textsChosen = texts.filter(isChosen).flatMap(({ text }) => text ?? []);
      const content = {
        answers: textsChosen.length - (hasSummary ? 1 : 0),
        summary: hasSummary,
        documents: files.length - images,
        images,
      };
      onMade(
        await make(
          { ...order, content, ...(passcode && { passcode }) },
          { texts: textsChosen, documents: files },
        ).catch(refusal),
      );
    },
  });
  const chosen = form.watch('chosen');
  if (groups.every(({ offers }) => offers.length === 0)) return <Alert>{t('make.nothing')}</Alert>;
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...faults} />
      <TextField label={t('make.label')} hint={t('make.labelHint')} autoComplete="off" {...field('label')} />
      <Fieldset legend={t('make.chosen')} legendAsTitle name="chosen" error={errorOf('chosen')}>
        <Stack gap={4}>
          {groups
            .filter(({ offers }) => offers.length > 0)
            .map(({ key, offers }) => (
              <Fieldset key={key} legend={t(`make.${key}`)}>
                <div>
                  {offers.map(({ id, name }) => (
                    <CheckboxField key={id} {...form.register('chosen')} id={`chosen-${id}`} value={id} label={name} />
                  ))}
                </div>
              </Fieldset>
            ))}
        </Stack>
      </Fieldset>
      <SelectField
        label={t('make.days')}
        width="medium"
        options={shareLifetimes.map((days) => ({ value: days, label: t(`make.for.${days}`) }))}
        {...field('days')}
      />
      <CheckboxField label={t('make.oneTime')} {...field('one_time')} />
      <TextField
        label={t('make.passcode')}
        hint={t('make.passcodeHint')}
        optional={common('words.optional')}
        width="medium"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('passcode')}
      />
      <Row gap={3} wrap={false} align="start">
        <SafeIcon />
        <Text tone="muted" size="small">
          {t('make.sealed')}
        </Text>
      </Row>
      {busy && chosen.length > 0 && (
        <Stack gap={2}>
          <Progress label={t('make.submit')} value={shareDone(progress, chosen.length)} />
          <Text as="p" role="status">
            {progress.pictures
              ? t('make.pictures', progress.pictures)
              : t('make.busy', { done: progress.done, count: chosen.length })}
          </Text>
        </Stack>
      )}
      <FormActions>
        <Button type="submit" busy={busy}>
          {t('make.submit')}
        </Button>
      </FormActions>
    </Form>
  );
}
