const patients = '/patient/patients';
const cases = '/patient/process';
const inCase = (id: string) => `${cases}/${id}`;

/** All paths of the signed-in patient portal (docs/product.md section 5). */
export const paths = {
  dashboard: '/patient',
  settings: '/patient/settings',
  patients,
  newPatient: `${patients}/new`,
  patient: (id: string) => `${patients}/${id}`,
  editPatient: (id: string) => `${patients}/${id}/edit`,
  epicrisis: (id: string) => `${patients}/${id}/epicrisis`,
  cases,
  doctor: (id: string) => `/patient/doctors/${id}`,
  askDoctor: (id: string) => `${cases}/new?step=2&doctor=${id}`,
  newCase: `${cases}/new`,
  newCaseFor: (patientId: string) => `${cases}/new?patient=${patientId}`,
  case: inCase,
  caseForms: (id: string) => `${inCase(id)}/forms`,
  editCase: (id: string) => `${inCase(id)}/edit`,
  documents: (id: string) => `${inCase(id)}/documents`,
  upload: (id: string) => `${inCase(id)}/documents/new`,
  document: (id: string, documentId: string) => `${inCase(id)}/documents/${documentId}`,
  images: (id: string) => `${inCase(id)}/images`,
  caseTodos: (id: string) => `${inCase(id)}/todos`,
  newTodo: (id: string) => `${inCase(id)}/todos/new`,
  editTodo: (id: string, todoId: string) => `${inCase(id)}/todos/${todoId}`,
  caseMessages: (id: string) => `${inCase(id)}/messages`,
  newMessage: (id: string) => `${inCase(id)}/messages/new`,
  replyTo: (id: string, answerId: string) => `${inCase(id)}/messages/new?reply=${answerId}`,
  withoutDocuments: (id: string) => `${inCase(id)}/messages/new?without=documents`,
  takeCaseAway: (id: string) => `${inCase(id)}/take-away`,
  takePersonAway: (id: string) => `${patients}/${id}/take-away`,
  share: (id: string) => `${inCase(id)}/share`,
  send: (id: string) => `${inCase(id)}/send`,
  /** Opened from the review before sending, with the link back. `field`: the part of the forms to change. */
  reviewed: {
    doctor: (id: string) => `${inCase(id)}/edit?back=send`,
    documents: (id: string) => `${inCase(id)}/documents/new?back=send`,
    forms: (id: string, field: string) => `${inCase(id)}/forms?back=send#${field}`,
  },
  answer: (id: string, answerId: string) => `${inCase(id)}#answer-${answerId}`,
  todos: '/patient/todos',
  messages: '/patient/messages',
  writeMessage: '/patient/messages/new',
  privacy: '/patient/privacy',
  accesses: (patientId: string) => `/patient/privacy/${patientId}`,
} as const;
