// @bundle route
import type { PreparedDraft } from '@konsil/contracts/assistant-states';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { epicrisisContentSchema, summarySections, type EpicrisisContent } from '@konsil/contracts/epicrisis';
import { hasVisibleText } from '@konsil/contracts/visible-text';
import { DefinitionList, Text } from '@konsil/ui';
import * as z from 'zod/mini';
import { PreparedDrafts } from '../prepared/PreparedDrafts';
import type { WrittenEpicrisis } from './epicrisis-form';
import { useSectionWord } from './section-word';

type Filled = Partial<EpicrisisContent>;
const readable = z.partial(epicrisisContentSchema);

/** The sections that have text; null if none has. */
const filledIn = (content: Filled): Filled | null => {
  const filled = summarySections.filter((name) => hasVisibleText(content[name] ?? ''));
  return filled.length > 0 ? Object.fromEntries(filled.map((name) => [name, content[name]])) : null;
};
/** The sections of a draft that have text; null if none has, or if the form cannot show it. */
export const valuesOf = ({ content }: PreparedDraft): Filled | null => filledIn(readable.safeParse(content).data ?? {});

interface PreparedSummariesProps {
  theCase: ProcessOverview;
  own: WrittenEpicrisis;
  /** Receives the sections that have text; the doctor's other sections do not change. */
  adopt: (content: Filled) => void;
}

/** The drafts of assistants for this summary. */
export function PreparedSummaries({ theCase, own, adopt }: PreparedSummariesProps) {
  return (
    <PreparedDrafts
      theCase={theCase}
      of="summary"
      valuesOf={valuesOf}
      show={(content) => <Written content={content} />}
      showReplaced={(content) => {
        const replaced = filledIn(
          Object.fromEntries(Object.keys(content).map((name) => [name, own[name as keyof Filled]])),
        );
        return replaced && <Written content={replaced} />;
      }}
      adopt={adopt}
    />
  );
}

function Written({ content }: { content: Filled }) {
  const wordOf = useSectionWord();
  return (
    <DefinitionList
      items={summarySections
        .filter((name) => name in content)
        .map((name) => ({
          key: name,
          term: wordOf(name),
          detail: (
            <Text as="p" preserveLines>
              {content[name]}
            </Text>
          ),
        }))}
    />
  );
}
