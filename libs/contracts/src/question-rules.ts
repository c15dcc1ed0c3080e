/** The patient asks one to five questions (docs/product.md section 1); those that are answered do not count towards the five. */
export const mostQuestions = 5;

/** Whether a case asks too little or too much to go to a doctor: `open` and `answered` count its questions. For the route and for the forms. */
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
