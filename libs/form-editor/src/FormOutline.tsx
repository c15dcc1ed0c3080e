import type { FormField } from '@konsil/contracts/form-fields';
import { labelIn, onlyIn } from '@konsil/contracts/form-words';
import { useLocale, useTexts } from '@konsil/i18n';
import { DefinitionList } from '@konsil/ui';
import { formEditorTexts } from './texts.ts';

/** The questions of a form with their kinds, to read only. */
export function FormOutline({ fields }: { fields: readonly FormField[] }) {
  const { t } = useTexts(formEditorTexts);
  const locale = useLocale();
  return (
    <DefinitionList
      items={fields.map((field) => {
        const { text, other } = labelIn(field, locale);
        return {
          key: field.id,
          term: (
            <>
              <span lang={other}>{text}</span>
              {other && ` (${onlyIn(other, locale)})`}
            </>
          ),
          detail: [t(`kinds.${field.kind}`), field.required && t('requiredMark')].filter(Boolean).join(', '),
        };
      })}
    />
  );
}
