import { epicrisisSections } from '@konsil/contracts/codes';
import type { EpicrisisContent } from '@konsil/contracts/epicrisis';
import { useTexts } from '@konsil/i18n';
import { DefinitionList } from '@konsil/ui';
import { difference } from './difference';
import { Difference } from './epicrisis-parts';
import { epicrisisTexts } from './texts';

interface SectionDifferenceProps {
  before: EpicrisisContent;
  after: EpicrisisContent;
}

const tags = { same: 'span', added: 'ins', removed: 'del' } as const;

/** The changes between two versions by section; unchanged sections are left out. */
export function SectionDifference({ before, after }: SectionDifferenceProps) {
  const { t } = useTexts(epicrisisTexts);
  const changed = ([...epicrisisSections, 'plain_language'] as const).filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return <p>{t('same')}</p>;
  return (
    <DefinitionList
      items={changed.map((name) => ({
        key: name,
        term: name === 'plain_language' ? t('plain') : t(`sections.${name}`),
        detail: (
          <Difference>
            {difference(before[name], after[name]).map(({ text, change }, index) => {
              const Tag = tags[change];
              return <Tag key={index}>{text}</Tag>;
            })}
          </Difference>
        ),
      }))}
    />
  );
}
