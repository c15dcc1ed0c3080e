import { Difference } from '@konsil/common';
import { codeLine } from '@konsil/contracts/code-words';
import { epicrisisSections } from '@konsil/contracts/codes';
import { useLocale, useTexts } from '@konsil/i18n';
import { DefinitionList } from '@konsil/ui';
import type { WrittenEpicrisis } from './epicrisis-form';
import { epicrisisTexts } from './texts';

interface SectionDifferenceProps {
  before: WrittenEpicrisis;
  after: WrittenEpicrisis;
}

/** The changes between two versions by section; unchanged sections are left out. */
export function SectionDifference({ before, after }: SectionDifferenceProps) {
  const { t } = useTexts(epicrisisTexts);
  const locale = useLocale();
  const textOf = (written: WrittenEpicrisis, name: keyof WrittenEpicrisis): string =>
    name === 'codes' ? written.codes.map((code) => codeLine(code, locale)).join('\n') : written[name];
  const changed = ([...epicrisisSections, 'plain_language', 'codes'] as const).filter(
    (name) => textOf(before, name) !== textOf(after, name),
  );
  const titleOf = (name: (typeof changed)[number]) => {
    if (name === 'codes') return t('codes');
    return name === 'plain_language' ? t('plain') : t(`sections.${name}`);
  };
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
