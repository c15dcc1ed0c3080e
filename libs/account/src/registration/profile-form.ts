/** Empty form; no gender is preselected. */
export const emptyProfile = {
  first_name: '',
  last_name: '',
  date_of_birth: '',
  Handynummer: '',
};
