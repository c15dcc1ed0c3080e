// @bundle route
import { Difference } from '@konsil/common';
import { codeLine } from '@konsil/contracts/code-words';
import { summarySections } from '@konsil/contracts/epicrisis';
import { useLocale, useTexts } from '@konsil/i18n';
import { DefinitionList } from '@konsil/ui';
import type { WrittenEpicrisis } from './epicrisis-form';
import { useSectionWord } from './section-word';
import { epicrisisTexts } from './texts';

interface SectionDifferenceProps {
  before: WrittenEpicrisis;
  after: WrittenEpicrisis;
}

/** The changes between two versions by section; unchanged sections are left out. */
export function SectionDifference({ before, after }: SectionDifferenceProps) {
  const { t } = useTexts(epicrisisTexts);
  const locale = useLocale();
  const wordOf = useSectionWord();
  const textOf = (written: WrittenEpicrisis, name: keyof WrittenEpicrisis): string =>
    name === 'codes' ? written.codes.map((code) => codeLine(code, locale)).join('\n') : written[name];
  const changed = ([...summarySections, 'codes'] as const).filter(
    (name) => textOf(before, name) !== textOf(after, name),
  );
  const titleOf = (name: (typeof changed)[number]) => (name === 'codes' ? t('codes') : wordOf(name));
  if (changed.length === 0) return <p>{t('same')}</p>;
  return (
    <DefinitionList
      items={changed.map((name) => ({
        key: name,
        term: titleOf(name),
        detail: <Difference before={textOf(before, name)} after={textOf(after, name)} />,
      }))}
    />
  );
}
