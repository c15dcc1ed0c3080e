/** The account holder's own record first, then the others in order. */
export const sortOwnFirst = <P extends { relationship: string }>(people: readonly P[]): P[] =>
  [...people].sort((a, b) => Number(b.relationship === 'self') - Number(a.relationship === 'self'));
