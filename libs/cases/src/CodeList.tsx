// @bundle route
import { codeListName, codeQualities } from '@konsil/contracts/code-words';
import type { MedicalCode } from '@konsil/contracts/medical-codes';
import { useLocale } from '@konsil/i18n';
import { List, ListRow } from '@konsil/ui';

/** Coded diagnoses and procedures: the title in words first, the code for the next practice below it. */
export function CodeList({ codes }: { codes: readonly MedicalCode[] }) {
  const locale = useLocale();
  return (
    <List>
      {codes.map((code) => (
        <ListRow
          key={`${code.system} ${code.code}`}
          title={
            <>
              <span lang="de">{code.title}</span>
              {(code.certainty ?? code.side) && `, ${codeQualities(code, locale)}`}
            </>
          }
          detail={`${codeListName(code)}: ${code.code}`}
        />
      ))}
    </List>
  );
}
