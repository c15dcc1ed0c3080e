interface CaseAddress {
  id: string;
  patient: { id: string };
}

/** The paths of the doctor portal (docs/product.md section 5). */
export const paths = {
  inbox: '/doctor',
  search: '/doctor/search',
  patients: '/doctor/patients',
  patient: (id: string) => `/doctor/patient/${id}`,
  /** `beside`: the case, and its document, that are shown beside the form. */
  editEpicrisis: (patientId: string, beside?: { case: string; document?: string } | '') =>
    `/doctor/patient/${patientId}/epicrisis/edit${beside ? `?${new URLSearchParams(beside)}` : ''}`,
  case: ({ id, patient }: CaseAddress) => `/doctor/patient/${patient.id}/process/${id}`,
  answer: ({ id, patient }: CaseAddress) => `/doctor/patient/${patient.id}/process/${id}/answer`,
  caseMessages: ({ id, patient }: CaseAddress) => `/doctor/patient/${patient.id}/process/${id}/messages`,
  givenAnswer: ({ id, patient }: CaseAddress, answerId: string) =>
    `/doctor/patient/${patient.id}/process/${id}/course?answer=${answerId}`,
  document: ({ id, patient }: CaseAddress, documentId: string) =>
    `/doctor/patient/${patient.id}/process/${id}/documents/${documentId}`,
  addDocument: ({ id, patient }: CaseAddress) => `/doctor/patient/${patient.id}/process/${id}/documents/new`,
  fromArchive: ({ id, patient }: CaseAddress) => `/doctor/patient/${patient.id}/process/${id}/documents/archive`,
  newTodo: (theCase: CaseAddress) => `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/todos/new`,
  editTodo: (theCase: CaseAddress, todoId: string) =>
    `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/todos/${todoId}`,
  todos: '/doctor/todos',
  messages: '/doctor/messages',
  newMessage: '/doctor/messages/new',
  secondLooks: '/doctor/second-looks',
  secondLook: (id: string) => `/doctor/second-looks/${id}`,
  pools: '/doctor/pool',
  pool: (clinicId: string) => `/doctor/pool?clinic=${clinicId}`,
  pooledCase: (id: string) => `/doctor/pool/${id}`,
  actions: '/doctor/actions',
  account: '/doctor/account',
  settings: '/doctor/settings',
};
