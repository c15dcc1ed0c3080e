const forms = '/operator/forms';

/** The pages of the forms of specialties in the console. */
export const formPaths = { list: forms, form: (specialty: string) => `${forms}/${encodeURIComponent(specialty)}` };
