// @bundle route
import { useCommon } from '@konsil/i18n';
import { Section, Text, WithContents } from '@konsil/ui';
import { sectionsOf } from './sections.ts';

/** Plain paragraphs, as the operator wrote them. */
export const Paragraphs = ({ texts }: { texts: string[] }) =>
  texts.map((text, at) => (
    <Text as="p" preserveLines key={at}>
      {text}
    </Text>
  ));

/** An operator's text with its headings. `scope` distinguishes two texts on one page. */
export const LegalSections = ({ text, scope = '' }: { text: string; scope?: string }) =>
  sectionsOf(text).map(({ title, paragraphs }, at) =>
    title === undefined ? (
      <Paragraphs key={at} texts={paragraphs} />
    ) : (
      <Section key={at} id={`${scope}part-${at}`} title={title}>
        <Paragraphs texts={paragraphs} />
      </Section>
    ),
  );

/** An operator's text with contents that lead to its headings. */
export function LegalText({ text }: { text: string }) {
  const { t: c } = useCommon();
  return (
    <WithContents
      label={c('words.contents')}
      items={sectionsOf(text).flatMap(({ title }, at) =>
        title === undefined ? [] : [{ id: `part-${at}`, label: title }],
      )}
    >
      <LegalSections text={text} />
    </WithContents>
  );
}
