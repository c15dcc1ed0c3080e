/** The page of a doctor in the console. */
export const doctorPath = (id: string): string => `/operator/doctors/${id}`;
