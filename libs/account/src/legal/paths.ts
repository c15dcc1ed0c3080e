// @bundle route
import type { LegalKind } from '@konsil/contracts/legal-notices';

/** The pages of the legal texts that have versions. */
export const legalPaths: Record<LegalKind, string> = { privacy: '/datenschutz', terms: '/nutzungsbedingungen' };
