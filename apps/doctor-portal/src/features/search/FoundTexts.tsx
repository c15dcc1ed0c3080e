import { useFormTopics } from '@konsil/cases';
import type { FoundText, SearchHit } from '@konsil/contracts/search';
import { useFormat, useTexts } from '@konsil/i18n';
import { Excerpt, ListLinkRow, ListRow } from '@konsil/ui';
import { paths } from '../paths';
import { searchTexts } from './texts';

interface CaseAddress {
  id: string;
  patient: { id: string };
}

/** The URL of a place in a case. The search words are passed separately, because they may be health data. */
const placeOf = (theCase: CaseAddress, { place, id, page, excerpt }: FoundText, typed: string) => {
  switch (place) {
    case 'answer':
      return { to: paths.givenAnswer(theCase, id) };
    case 'message':
      return { to: paths.caseMessages(theCase), carries: excerpt && { find: excerpt.word } };
    case 'document':
      return { to: paths.document(theCase, id) };
    case 'page':
      return { to: `${paths.document(theCase, id)}#page=${page ?? 1}`, carries: { find: typed } };
    default:
      return { to: `${paths.case(theCase)}/anamnesis` };
  }
};

/** The places of a case that contain the typed words; each leads there. */
export function FoundTexts({ hit, typed }: { hit: SearchHit; typed: string }) {
  const { t } = useTexts(searchTexts);
  const format = useFormat();
  const topicWord = useFormTopics();
  const wordOf = ({ place, name }: FoundText): string => {
    if (place === 'page' || place === 'document') return t('place.document');
    if (place === 'message') return [t('place.message'), name].filter(Boolean).join(': ');
    if (place === 'answer' || place === 'question') return t(`place.${place}`);
    return topicWord(place);
  };
  const titleOf = ({ place, name, page, excerpt }: FoundText) => {
    if (place === 'page') return t('page', { name: name ?? '', page: page ?? 1 });
    return excerpt ? <Excerpt {...excerpt} /> : t('unopened');
  };
  return (
    <>
      {hit.found.map((found) => (
        <ListLinkRow
          key={`${found.id} ${found.place} ${found.page}`}
          {...placeOf(hit, found, typed)}
          over={
            <>
              <span>{wordOf(found)}</span>
              {found.at && <time dateTime={found.at}>{format.day(found.at)}</time>}
            </>
          }
          title={titleOf(found)}
          detail={found.place === 'document' && found.name ? found.name : undefined}
          quiet
        />
      ))}
      {hit.more > 0 && <ListRow title={t('more', { count: hit.more })} />}
    </>
  );
}
