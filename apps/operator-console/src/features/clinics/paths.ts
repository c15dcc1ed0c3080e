const clinics = '/operator/clinics';

/** The pages of clinics in the console. */
export const clinicPaths = { list: clinics, add: `${clinics}/new`, clinic: (id: string) => `${clinics}/${id}` };
