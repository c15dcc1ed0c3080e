/** The patient asks one to five questions (docs/product.md section 1); answered ones do not count. */
export const mostQuestions = 5;

/**
 * True if a case has too few or too many questions to be sent: `open` and `answered` are their numbers. For the route
 * and the forms.
 */
export const questionsComplaint = ({
  open,
  answered,
}: {
  open: number;
  answered: number;
}): 'questionNeeded' | 'tooManyQuestions' | null => {
  if (open > mostQuestions) return 'tooManyQuestions';
  return open + answered === 0 ? 'questionNeeded' : null;
};
