// @bundle route
import type { EpicrisisContent } from '@konsil/contracts/epicrisis';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { Button, List, ListRow, Row, Section, Stack, Text } from '@konsil/ui';
import { epicrisisTexts } from './texts';

export interface Known {
  key: 'diagnosis' | 'answer' | 'next_step';
  text: string;
  into: keyof EpicrisisContent;
}

export const newestAnswer = ({ answers }: ProcessOverview) =>
  [...answers].sort((one, other) => (one.answered_at < other.answered_at ? 1 : -1))[0];

/** Texts of the case to take over: the diagnosis as the patient gave it, and the newest answer. */
export const knownOf = (theCase: ProcessOverview): Known[] => {
  const newest = newestAnswer(theCase);
  const known: Known[] = [
    { key: 'diagnosis', text: theCase.diagnosis, into: 'diagnoses' },
    { key: 'answer', text: newest?.answer ?? '', into: 'assessment' },
    { key: 'next_step', text: newest?.next_step ?? '', into: 'recommendation' },
  ];
  return known.filter(({ text }) => text.trim() !== '');
};

interface KnownTextsProps {
  known: readonly Known[];
  content: EpicrisisContent;
  wordOf: (section: keyof EpicrisisContent) => string;
  onTake: (known: Known) => void;
}

/** Offers known texts for their sections; nothing is copied automatically. */
export function KnownTexts({ known, content, wordOf, onTake }: KnownTextsProps) {
  const { t } = useTexts(epicrisisTexts);
  const open = known.filter(({ text, into }) => !content[into].includes(text.trim()));
  if (open.length === 0) return null;
  return (
    <Section title={t('known.title')} headingLevel={2}>
      <List>
        {open.map((one) => (
          <ListRow key={one.key} title={t(`known.${one.key}`)}>
            <Stack gap={2}>
              <Text as="p" preserveLines>
                {one.text}
              </Text>
              <Row>
                <Button variant="secondary" size="small" onClick={() => onTake(one)}>
                  {t('known.take', { section: wordOf(one.into) })}
                </Button>
              </Row>
            </Stack>
          </ListRow>
        ))}
      </List>
    </Section>
  );
}
