import { useCommon } from '@konsil/i18n';
import { DefinitionList } from '@konsil/ui';

export interface ComparedValue {
  label: string;
  theirs: string | undefined;
  /** In the reader's form, where that is another one. */
  shown?: string;
  mine: string | undefined;
}

/** What somebody else saved, field by field, where it differs from what is typed here. */
export function TheirValues({ values }: { values: ComparedValue[] }) {
  const { t } = useCommon();
  const different = values.filter(({ theirs = '', mine = '' }) => theirs.trim() !== mine.trim());
  return (
    <DefinitionList
      items={different.map(({ label, theirs, shown = theirs }) => ({
        key: label,
        term: label,
        detail: shown?.trim() || t('words.nothing'),
      }))}
    />
  );
}
