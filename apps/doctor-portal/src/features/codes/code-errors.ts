// @bundle route
import type { MedicalCode } from '@konsil/contracts/medical-codes';

type CodePath = 'codes' | `codes.${number}` | `codes.${number}.certainty`;

/** The errors of chosen codes: the server refuses a code as a whole when its list no longer has it. */
export const codeErrors = (codes: readonly MedicalCode[], errorOf: (path: CodePath) => string | undefined) => {
  const refused = codes.flatMap(({ code }, index) => {
    const error = errorOf(`codes.${index}`);
    return error ? [`${code}: ${error}`] : [];
  });
  return {
    error: errorOf('codes') ?? refused[0],
    errorAt: (index: number) => errorOf(`codes.${index}.certainty`),
  };
};
