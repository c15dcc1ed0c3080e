/** The doctors in one response of the directory, at most; a response with as many has a successor. */
export const doctorsInPage = 200;
