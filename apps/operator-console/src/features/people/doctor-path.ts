/** The page of a doctor in the console, below the people among whom the doctor was found. */
export const doctorPath = (id: string): string => `/operator/people/${id}`;
