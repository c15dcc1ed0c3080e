/** The titles of the sections, and the text of sections without entries. */
export const sectionWords = {
  de: {
    title: 'Patientenkurzakte (IPS)',
    medication: 'Medikamente',
    allergies: 'Allergien und Unverträglichkeiten',
    problems: 'Diagnosen',
    procedures: 'Prozeduren',
    pastIllnesses: 'Frühere Erkrankungen',
    answers: 'Antworten der Ärztinnen und Ärzte',
    requests: 'Anfragen',
    documents: 'Unterlagen',
    none: 'Keine Angabe',
    asStated: 'Angaben der Patientenseite, nicht kodiert:',
  },
  en: {
    title: 'International Patient Summary',
    medication: 'Medication summary',
    allergies: 'Allergies and intolerances',
    problems: 'Problem list',
    procedures: 'Procedures',
    pastIllnesses: 'History of past illness',
    answers: 'Answers of the doctors',
    requests: 'Requests',
    documents: 'Documents',
    none: 'Not given',
    asStated: 'Stated by the patient’s side, not coded:',
  },
};
