import { changeOf, changeWords, type ComparableMeasurement } from '@konsil/contracts/measured-changes';
import { useWords } from '../app/words.ts';

/** The change of a measurement since the examination before, where there is exactly one to compare with. */
export function ChangeLine({ id, comparables }: { id: string; comparables: readonly ComparableMeasurement[] }) {
  const { language } = useWords();
  const item = comparables.find((one) => one.id === id);
  const change = item && changeOf(item, comparables);
  return change ? <p className="measurement-place">{changeWords(change, language)}</p> : null;
}
