// @bundle route
import { useSearchCodesQuery } from '@konsil/api/medical-codes';
import { codeListName, codeWords } from '@konsil/contracts/code-words';
import {
  bodySides,
  certainties,
  isSameCode,
  type BodySide,
  type Certainty,
  type ListedCode,
  type MedicalCode,
} from '@konsil/contracts/medical-codes';
import { useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { useDebounced } from '@konsil/lists/use-settled';
import { CloseIcon, Combobox, IconButton, SelectField, Stack, Text, VisuallyHidden } from '@konsil/ui';
import { useEffect, useState } from 'react';
import { CodeChoices, CodeItem } from './code-parts';
import { codeTexts } from './texts';
import type { ValidLists } from './use-code-lists';

export interface CodeFieldsProps {
  lists: ValidLists;
  codes: readonly MedicalCode[];
  onChange: (codes: MedicalCode[]) => void;
  /** The error of the list as a whole. */
  error: string | undefined;
  /** The error of one code's certainty. */
  errorAt: (index: number) => string | undefined;
}

const keyOf = ({ system, code }: Pick<MedicalCode, 'system' | 'code'>) => `${system} ${code}`;

/** A search over the imported lists, and the chosen codes with certainty and side. */
export function CodeFields({ lists, codes, onChange, error, errorAt }: CodeFieldsProps) {
  const { t } = useTexts(codeTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const [taken, setTaken] = useState<ListedCode>();
  const [said, setSaid] = useState('');
  const text = useDebounced(typed.trim(), 150);
  const search = useSearchCodesQuery({ text }, { skip: text === '' });
  // Enter chooses the first match: never one of an earlier text.
  const isSettled = text === typed.trim();
  const found = isSettled && text !== '' ? (search.currentData ?? []) : [];
  const open = found.filter((one) => !codes.some((code) => isSameCode(code, one)));
  // A taken code stays the choice for one rendering; then it is removed, and the field is empty for the next code.
  useEffect(() => {
    if (!taken) return;
    const timer = setTimeout(() => {
      setTaken(undefined);
      setTyped('');
    });
    return () => clearTimeout(timer);
  }, [taken]);

  const add = (value: string) => {
    const chosen = open.find((one) => keyOf(one) === value);
    if (!chosen) return;
    const { system, version, code, title } = chosen;
    setTaken(chosen);
    setSaid(t('added', { code }));
    onChange([...codes, { system, version, code, title, certainty: null, side: null }]);
  };
  const change = (index: number, changes: Partial<MedicalCode>) =>
    onChange(codes.map((code, at) => (at === index ? { ...code, ...changes } : code)));
  const remove = (index: number) => {
    setSaid(t('removed', { code: codes[index]?.code ?? '' }));
    onChange(codes.filter((_, at) => at !== index));
  };
  const empty = () => {
    if (typed.trim() === '') return t('type');
    if (search.isFetching || !isSettled) return common('words.loading');
    return t(search.error ? 'failed' : 'nothing');
  };

  return (
    <Stack gap={3}>
      <Combobox
        name="codes"
        label={t('search')}
        hint={t('hint', { lists: format.list(lists.map(codeListName)) })}
        error={error}
        value={taken ? keyOf(taken) : ''}
        onChange={add}
        onSearch={setTyped}
        options={[...open, ...(taken && !open.includes(taken) ? [taken] : [])].map((one) => ({
          value: keyOf(one),
          label: `${one.code} ${one.title}`,
          description: [codeListName(one), one.additional && t('additional')].filter(Boolean).join(', '),
        }))}
        words={{ clear: t('clear'), open: t('open'), empty: empty() }}
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {codes.length > 0 && (
        <ul>
          {codes.map((code, index) => (
            <CodeItem key={keyOf(code)}>
              <span>
                <strong>{code.code}</strong> <span lang="de">{code.title}</span>{' '}
                <Text tone="muted" size="small">
                  {codeListName(code)}
                </Text>
              </span>
              <IconButton label={t('remove')} of={code.code} icon={<CloseIcon />} onClick={() => remove(index)} />
              <CodeChoices>
                {code.system === 'icd10gm' && (
                  <SelectField
                    name={`codes.${index}.certainty`}
                    label={t('certainty', { code: code.code })}
                    error={errorAt(index)}
                    value={code.certainty ?? ''}
                    placeholder={t('choose')}
                    onChange={({ currentTarget }) =>
                      change(index, { certainty: (currentTarget.value || null) as Certainty | null })
                    }
                    options={certainties.map((value) => ({
                      value,
                      label: `${value} – ${codeWords[locale].certainty[value]}`,
                    }))}
                  />
                )}
                <SelectField
                  label={t('side', { code: code.code })}
                  value={code.side ?? ''}
                  placeholder={t('noSide')}
                  onChange={({ currentTarget }) =>
                    change(index, { side: (currentTarget.value || null) as BodySide | null })
                  }
                  options={bodySides.map((value) => ({ value, label: `${value} – ${codeWords[locale].side[value]}` }))}
                />
              </CodeChoices>
            </CodeItem>
          ))}
        </ul>
      )}
    </Stack>
  );
}
