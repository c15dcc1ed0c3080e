// @bundle route
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Document } from '@konsil/contracts/documents';
import { byExamination } from '@konsil/contracts/examinations';
import { List, ListLinkRow, Stack, Text } from '@konsil/ui';
import { useExaminationWords } from '../examination-words';
import { useKindWords } from '../kind-words';
import { DocumentViewer } from './DocumentViewer';

export interface ReadDocumentsProps {
  documents: readonly Document[];
  /** The text if there are none. */
  none: string;
  /** Opens the first document, and shows no list of one. */
  opensFirst?: boolean;
}

/** The documents of somebody else's case, to read: a list, and the document that the address names. */
export function ReadDocuments({ documents, none, opensFirst = false }: ReadDocumentsProps) {
  const { dateOf, nameOf, sourceOf } = useKindWords();
  const { amountOf } = useExaminationWords();
  const [params, setParams] = useSearchParams();
  const entries = useMemo(() => byExamination(documents), [documents]);
  const asked = params.get('document');
  const found = entries.findIndex((entry) => entry.some(({ id }) => id === asked));
  const place = opensFirst ? Math.max(0, found) : found;
  const files = entries[place];
  const current = files?.find(({ id }) => id === asked) ?? files?.[0];
  const open = (document: Document) => setParams({ document: document.id }, { replace: true });
  const [before, after] = [entries[place - 1]?.[0], entries[place + 1]?.[0]];
  if (entries.length === 0)
    return (
      <Text as="p" tone="muted">
        {none}
      </Text>
    );
  return (
    <Stack gap={4}>
      {(entries.length > 1 || !opensFirst) && (
        <List>
          {entries.map((entry) => (
            <ListLinkRow
              key={entry[0].id}
              to={`?document=${entry[0].id}`}
              title={nameOf(entry[0])}
              detail={[dateOf(entry[0]), entry.length > 1 ? amountOf(entry) : sourceOf(entry[0])]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
        </List>
      )}
      {current && files && (
        <DocumentViewer
          document={current}
          files={files}
          {...(before && { onPrevious: () => open(before) })}
          {...(after && { onNext: () => open(after) })}
        />
      )}
    </Stack>
  );
}
