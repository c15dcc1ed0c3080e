// @bundle route
import { useCommon } from '@konsil/i18n';
import { DefinitionList } from '@konsil/ui';

export interface ComparedValue {
  label: string;
  theirs: string | undefined;
  /** The displayed form of the value, if different. */
  shown?: string;
  mine: string | undefined;
}

/** The fields of the newer version that differ from the input. */
export function NewerValues({ values }: { values: ComparedValue[] }) {
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
