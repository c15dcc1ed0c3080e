// @bundle route
import { useState } from 'react';
import { useTexts } from '@konsil/i18n';
import { Button, List, ListRow, Row } from '@konsil/ui';
import { importTexts } from './texts.ts';

const shownAtFirst = 10;

/** A list that is short at first. */
export function ShortList({ rows }: { rows: { title: string; detail: string }[] }) {
  const { t } = useTexts(importTexts);
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, shownAtFirst);
  return (
    <>
      <List>
        {shown.map((row, place) => (
          <ListRow key={place} {...row} />
        ))}
      </List>
      {shown.length < rows.length && (
        <Row>
          <Button variant="quiet" size="small" onClick={() => setAll(true)}>
            {t('set.all', { count: rows.length })}
          </Button>
        </Row>
      )}
    </>
  );
}
