// @bundle route
import type { ZodForm } from '@konsil/forms/forms';
import { isSameCode, type MedicalCode } from '@konsil/contracts/medical-codes';
import { useTexts } from '@konsil/i18n';
import { Button, Section, Stack } from '@konsil/ui';
import { Suspense } from 'react';
import { codeErrors } from '../codes/code-errors';
import { LazyCodeFields } from '../codes/LazyCodeFields';
import { codeTexts } from '../codes/texts';
import { useCodeLists } from '../codes/use-code-lists';
import type { WrittenEpicrisis } from './epicrisis-form';
import { epicrisisTexts } from './texts';

interface EpicrisisCodesProps {
  codes: readonly MedicalCode[];
  /** The codes of the newest answer. */
  known: readonly MedicalCode[];
  onChange: (codes: MedicalCode[]) => void;
  errorOf: ZodForm<WrittenEpicrisis, WrittenEpicrisis>['errorOf'];
}

/** The codes of a summary; codes of the answer are copied only on request. */
export function EpicrisisCodes({ codes, known, onChange, errorOf }: EpicrisisCodesProps) {
  const { t } = useTexts(codeTexts);
  const { t: own } = useTexts(epicrisisTexts);
  const lists = useCodeLists();
  if (lists.length === 0 && codes.length === 0) return null;
  const open = known.filter((one) => !codes.some((code) => isSameCode(code, one)));
  return (
    <Section title={t('title')} headingLevel={2}>
      <Stack gap={3}>
        {open.length > 0 && (
          <Button variant="secondary" size="small" onClick={() => onChange([...codes, ...open])}>
            {own('known.codes', { codes: open.map(({ code }) => code).join(', ') })}
          </Button>
        )}
        <Suspense fallback={null}>
          <LazyCodeFields lists={lists} codes={codes} onChange={onChange} {...codeErrors(codes, errorOf)} />
        </Suspense>
      </Stack>
    </Section>
  );
}
