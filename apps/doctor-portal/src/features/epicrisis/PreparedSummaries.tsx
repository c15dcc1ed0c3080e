import { useListPreparedAnswersQuery, useTakePreparedAnswerMutation } from '@konsil/api/assistants';
import { problemOf } from '@konsil/api/problem';
import { LoadFailed } from '@konsil/common';
import type { PreparedAnswer } from '@konsil/contracts/assistant-states';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { epicrisisContentSchema, summarySections, type EpicrisisContent } from '@konsil/contracts/epicrisis';
import { hasVisibleText } from '@konsil/contracts/visible-text';
import { problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, DefinitionList, Dialog, Section, Stack, Text, useToast } from '@konsil/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { isAssisting } from '../case/standing-in';
import { emptyEpicrisis, type WrittenEpicrisis } from './epicrisis-form';
import { epicrisisTexts } from './texts';

type Prepared = PreparedAnswer & { values: EpicrisisContent };
const readable = z.partial(epicrisisContentSchema);
const hasContent = (content: EpicrisisContent) => summarySections.some((name) => hasVisibleText(content[name]));

const filledIn = (content: EpicrisisContent): Partial<EpicrisisContent> =>
  Object.fromEntries(
    summarySections.filter((name) => hasVisibleText(content[name])).map((name) => [name, content[name]]),
  );

/** The values of a draft; null if it is empty, or if this form cannot show it. */
export const valuesOf = ({ content }: PreparedAnswer): EpicrisisContent | null => {
  const read = readable.safeParse(content);
  const values = read.success ? ({ ...emptyEpicrisis, ...read.data } as EpicrisisContent) : null;
  return values && hasContent(values) ? values : null;
};

interface PreparedSummariesProps {
  theCase: ProcessOverview;
  own: WrittenEpicrisis;
  /** Gets the sections that have text; the others stay as the doctor wrote them. */
  adopt: (content: Partial<EpicrisisContent>) => void;
}

/** The drafts of assistants for this summary; the form gets one only when the doctor has read it and takes it over. */
export function PreparedSummaries({ theCase, own, adopt }: PreparedSummariesProps) {
  const { t } = useTexts(epicrisisTexts);
  const format = useFormat();
  const skip = !theCase.assistants?.allowed || isAssisting(theCase);
  const { data = [], error, refetch } = useListPreparedAnswersQuery({ id: theCase.id, of: 'summary' }, { skip });
  const [read, setRead] = useState<Prepared>();
  if (skip) return null;
  if (error)
    return (
      <LoadFailed problem={error} onRetry={refetch}>
        {t('prepared.failed')}
      </LoadFailed>
    );
  const shown = data.flatMap((draft): Prepared[] => {
    const values = valuesOf(draft);
    return values ? [{ ...draft, values }] : [];
  });
  return (
    <>
      {shown.map((draft) => {
        const { by: name, updated_at: at, taken_at: taken } = draft;
        return (
          <Alert
            key={draft.revision}
            title={t('prepared.by', { name, moment: format.momentWithin(at) })}
            action={
              <Button
                variant="secondary"
                size="small"
                aria-label={t('prepared.readOf', { name })}
                onClick={() => setRead(draft)}
              >
                {t('prepared.read')}
              </Button>
            }
          >
            {taken &&
              (taken >= at ? t('prepared.taken', { moment: format.momentWithin(taken) }) : t('prepared.writtenOn'))}
          </Alert>
        );
      })}
      {read && (
        <Comparison
          theCase={theCase}
          draft={read}
          own={own}
          adopt={adopt}
          onClose={() => setRead(undefined)}
          onChanged={() => void refetch()}
        />
      )}
    </>
  );
}

/** The sections that have text. */
function Written({ content }: { content: EpicrisisContent }) {
  const { t } = useTexts(epicrisisTexts);
  return (
    <DefinitionList
      items={summarySections
        .filter((name) => hasVisibleText(content[name]))
        .map((name) => ({
          key: name,
          term: name === 'plain_language' ? t('plain') : t(`sections.${name}`),
          detail: (
            <Text as="p" preserveLines>
              {content[name]}
            </Text>
          ),
        }))}
    />
  );
}

interface ComparisonProps extends PreparedSummariesProps {
  draft: Prepared;
  onClose: () => void;
  /** Called when the draft has changed since it was read. */
  onChanged: () => void;
}

/** The draft as it was when it was opened, above what the doctor wrote. */
function Comparison({ theCase, draft, own, adopt, onClose, onChanged }: ComparisonProps) {
  const { t } = useTexts(epicrisisTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const [take, { isLoading }] = useTakePreparedAnswerMutation();
  const { by: name, values, revision } = draft;
  const filled = filledIn(values);
  const replaced: EpicrisisContent = {
    ...emptyEpicrisis,
    ...Object.fromEntries(Object.keys(filled).map((section) => [section, own[section as keyof EpicrisisContent]])),
  };
  const replaces = hasContent(replaced);
  const takeOver = async () => {
    try {
      await take({ id: theCase.id, revision, of: 'summary' }).unwrap();
      adopt(filled);
    } catch (error) {
      const problem = problemOf(error);
      const isOld = problem.code === 'conflict';
      toast({ tone: 'danger', text: isOld ? t('prepared.changed', { name }) : problemText(common, problem) });
      if (!isOld) return;
      onChanged();
    }
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={common('words.close')}
      size="large"
      title={t('prepared.title', { name })}
      description={t('prepared.of', { moment: format.momentWithin(draft.updated_at) })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {common('words.close')}
          </Button>
          <Button busy={isLoading} onClick={() => void takeOver()}>
            {t(replaces ? 'prepared.replace' : 'prepared.take')}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        <Written content={values} />
        {replaces && (
          <Section title={t('prepared.own')}>
            <Text as="p">{t('prepared.ownText')}</Text>
            <Written content={replaced} />
          </Section>
        )}
      </Stack>
    </Dialog>
  );
}
