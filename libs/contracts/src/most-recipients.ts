/** The most recipients of one case's letters. Separate, so that pages can name it without loading the schemas. */
export const mostRecipients = 5;
