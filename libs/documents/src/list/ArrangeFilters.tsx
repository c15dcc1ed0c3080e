import { useTexts } from '@konsil/i18n';
import {
  Button,
  CheckboxField,
  Dialog,
  DownIcon,
  IconButton,
  Row,
  Stack,
  UpIcon,
  useToast,
  VisuallyHidden,
} from '@konsil/ui';
import { useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { documentTexts } from '../texts';
import { filterBlocks, filterWord, type FilterArrangement, type FilterBlock } from './filter-arrangement';

interface ArrangeFiltersProps extends FilterArrangement {
  newWord: 'new' | 'notSent';
  onClose: () => void;
}

/** Lets the user choose and order the filters above the list. */
export function ArrangeFilters({ always, arrange, newWord, onClose }: ArrangeFiltersProps) {
  const { t } = useTexts(documentTexts);
  const toast = useToast();
  const [order, setOrder] = useState<FilterBlock[]>([
    ...always,
    ...filterBlocks.filter((block) => !always.includes(block)),
  ]);
  const [shown, setShown] = useState<ReadonlySet<FilterBlock>>(new Set(always));
  const [moved, setMoved] = useState<FilterBlock>();
  const [saving, setSaving] = useState(false);

  const toggle = (block: FilterBlock) =>
    setShown(new Set(shown.has(block) ? [...shown].filter((other) => other !== block) : [...shown, block]));
  const nameOf = (block: FilterBlock) => t(filterWord(block, newWord));
  const move =
    (block: FilterBlock, by: -1 | 1) =>
    ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) => {
      const to = order.indexOf(block) + by;
      if (to < 0 || to >= order.length) return;
      const others = order.filter((other) => other !== block);
      flushSync(() => {
        setOrder([...others.slice(0, to), block, ...others.slice(to)]);
        setMoved(block);
      });
      // A button loses the focus when it moves in the document.
      button.focus();
    };
  const save = async () => {
    setSaving(true);
    try {
      await arrange(order.filter((block) => shown.has(block)));
      toast({ text: t('filter.saved') });
      onClose();
    } catch {
      setSaving(false);
      toast({ tone: 'danger', text: t('filter.notSaved') });
    }
  };
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('filter.arrange')}
      description={t('filter.arrangeText')}
      closeLabel={t('filter.arrangeClose')}
      footer={
        <Button busy={saving} onClick={() => void save()}>
          {t('filter.arrangeSave')}
        </Button>
      }
    >
      <Stack as="ul" gap={1}>
        {order.map((block) => (
          <li key={block}>
            <Row justify="between" wrap={false}>
              <CheckboxField label={nameOf(block)} checked={shown.has(block)} onChange={() => toggle(block)} />
              <Row gap={1} wrap={false}>
                <IconButton
                  label={t('filter.up', { name: nameOf(block) })}
                  icon={<UpIcon />}
                  onClick={move(block, -1)}
                />
                <IconButton
                  label={t('filter.down', { name: nameOf(block) })}
                  icon={<DownIcon />}
                  onClick={move(block, 1)}
                />
              </Row>
            </Row>
          </li>
        ))}
      </Stack>
      <VisuallyHidden role="status">
        {moved && t('filter.place', { name: nameOf(moved), place: order.indexOf(moved) + 1, places: order.length })}
      </VisuallyHidden>
    </Dialog>
  );
}
