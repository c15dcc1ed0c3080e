import type { Locale } from '@konsil/contracts/first-codes';
import type { ProblemCode } from '@konsil/contracts/problem';
import type { Problem } from './problems.ts';
import { fieldMessage, problemTitle } from './words.ts';

/** A refusal that only FHIR has, such as an unknown search parameter. */
export interface FhirRefusal {
  status: number;
  /** http://hl7.org/fhir/R4/valueset-issue-type.html */
  issue: string;
  text: Record<Locale, string>;
  /** Elements of the sent resource that are at fault, instead of the text above. */
  faults?: readonly { expression: string; issue: string; text: Record<Locale, string> }[];
}

/** The issue types of R4; all others are rules of the product (`business-rule`). */
const issues: Partial<Record<ProblemCode, string>> = {
  unreadable: 'structure',
  unauthorized: 'login',
  login_failed: 'login',
  second_factor_required: 'login',
  csrf: 'forbidden',
  cross_site: 'forbidden',
  registration_incomplete: 'forbidden',
  consent_withdrawn: 'forbidden',
  not_found: 'not-found',
  method_not_allowed: 'not-supported',
  unsupported_type: 'not-supported',
  version_conflict: 'conflict',
  conflict: 'conflict',
  too_large: 'too-long',
  invalid: 'invalid',
  too_many: 'throttled',
  unavailable: 'transient',
  internal: 'exception',
  draft_damaged: 'exception',
};

/** A problem as an R4 OperationOutcome. An invalid parameter is 400 there (http://hl7.org/fhir/R4/search.html). */
export const outcomeOf = ({ code, status, details }: Problem, locale: Locale) => {
  const { fhir, errors = [], saidAs = code } = details;
  const title = fhir?.text[locale] ?? problemTitle(saidAs, locale);
  const atFault = (fhir?.faults ?? []).map((fault) => ({
    severity: 'error',
    code: fault.issue,
    details: { text: fault.text[locale] },
    expression: [fault.expression],
  }));
  const issue = (text: string, path?: string) => ({
    severity: status >= 500 ? 'fatal' : 'error',
    code: fhir?.issue ?? issues[saidAs] ?? 'business-rule',
    details: { text },
    ...(path ? { diagnostics: path } : {}),
  });
  return {
    status: fhir?.status ?? (code === 'invalid' ? 400 : status),
    resource: {
      resourceType: 'OperationOutcome',
      issue:
        errors.length > 0 && !fhir
          ? errors.map(({ path, code: fault }) => issue(fieldMessage(fault, locale), path))
          : atFault.length > 0
            ? atFault
            : [issue(title)],
    },
  };
};
