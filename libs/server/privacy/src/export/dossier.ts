import { anamnesisTopics, epicrisisSections, type Locale } from '@konsil/contracts/codes';
import { specialtyIn } from '@konsil/contracts/specialties';
import { contentBeyondTitle } from '@konsil/contracts/todos';
import type { ExportedCase, ExportedData, ExportedPatient } from './collect-data.ts';
import { practiceZone } from '@konsil/contracts/practice-time';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { dossierWords, type DossierWords } from './dossier-words.ts';
import { PdfPages } from '@konsil/server-pdf/pdf-pages';

interface Writing {
  pages: PdfPages;
  words: DossierWords;
  locale: Locale;
  day: (moment: string) => string;
  moment: (moment: string) => string;
}

const writerFor = (pages: PdfPages, locale: Locale): Writing => {
  const language = locale === 'de' ? 'de-DE' : 'en-GB';
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: practiceZone() });
  return {
    pages,
    words: dossierWords[locale],
    locale,
    day: (moment) => days.format(new Date(moment)),
    moment: (moment) => dayAndTime(new Date(moment), locale),
  };
};

const writeProposals = (
  { pages, words, moment, locale }: Writing,
  {
    answered_by: by,
    recommended_doctor: doctor,
    recommended_specialty: specialty,
    appointment,
  }: ExportedCase['answers'][number],
): void => {
  pages.fact(
    words.recommended,
    doctor
      ? [doctor.name, specialtyIn(doctor.specialty, locale), doctor.city].join(', ')
      : specialtyIn(specialty ?? '', locale),
  );
  if (!appointment) return;
  const { accepted, cancelled } = appointment;
  if (accepted)
    pages.fact(
      words.appointment,
      [moment(accepted), cancelled && words.cancelled(moment(cancelled.at), cancelled.by, by)]
        .filter(Boolean)
        .join(', '),
    );
  else pages.fact(words.proposed, appointment.proposed.map(moment).join('; '));
  pages.fact(words.place, appointment.place);
};

const writeConversation = (writing: Writing, { requests, answers }: ExportedCase): void => {
  const { pages, words, moment } = writing;
  if (requests.length === 0) return;
  pages.subheading(words.conversation);
  const steps = [
    ...requests.map((request) => ({
      at: request.sent_at,
      write: () => {
        pages.note(`${words.request}, ${moment(request.sent_at)}, ${request.sent_by}`);
        pages.paragraph(request.note);
      },
    })),
    ...answers.map((answer) => ({
      at: answer.answered_at,
      write: () => {
        pages.note(`${words.answer}, ${moment(answer.answered_at)}, ${answer.answered_by}`);
        pages.lead(words.options[answer.option]);
        pages.paragraph(answer.answer);
        pages.fact(words.reason, answer.reason);
        pages.fact(words.nextStep, answer.next_step);
        writeProposals(writing, answer);
      },
    })),
  ];
  for (const step of steps.sort((a, b) => (a.at < b.at ? -1 : 1))) step.write();
};

/** The API has the English label, with the free text after its colon. */
const kindIn = (
  words: DossierWords,
  { medical_kind_code: code, document_medical_kind: label }: ExportedCase['documents'][number],
): string => {
  const own = label?.includes(':') ? label.slice(label.indexOf(':')) : '';
  return code ? words.kinds[code] + own : '';
};

const todoTitleIn = (words: DossierWords, { title, title_code: code }: ExportedCase['todos'][number]): string =>
  code === 'other' || code === 'none' ? title : words.todoTitles[code];

const writeCase = (writing: Writing, theCase: ExportedCase): void => {
  const { pages, words, day, moment } = writing;
  pages.heading(`${words.caseWord}: ${theCase.case_name}`);
  pages.fact(words.doctor, theCase.doctor.name);
  pages.fact(words.diagnosis, theCase.diagnosis);
  pages.fact(words.medicalHistory, theCase.medical_history);
  for (const topic of anamnesisTopics) pages.fact(words.topics[topic], theCase.anamnesis[topic]);
  if (theCase.questions.length > 0) pages.subheading(words.questions);
  for (const { text, answer } of theCase.questions) {
    pages.fact(text, answer ?? words.unanswered);
  }
  writeConversation(writing, theCase);
  if (theCase.documents.length > 0) pages.subheading(words.documents);
  for (const document of theCase.documents) {
    const details = [kindIn(words, document), document.issue_date && day(document.issue_date), document.source_name]
      .filter(Boolean)
      .join(', ');
    pages.fact(document.file_name, details || words.undescribed);
  }
  if (theCase.todos.length > 0) pages.subheading(words.todos);
  for (const todo of theCase.todos) {
    pages.fact(
      todoTitleIn(words, todo),
      todo.completed_at
        ? `${todo.dropped ? words.dropped : words.done} ${day(todo.completed_at)}`
        : `${words.until} ${day(todo.deadline)}`,
    );
    const content = contentBeyondTitle(todo);
    if (content) pages.paragraph(content);
  }
  if (theCase.messages.length > 0) pages.subheading(words.messages);
  for (const message of theCase.messages) {
    pages.note(`${moment(message.sent_at)}, ${message.sender.name} → ${message.to.name}`);
    pages.lead(message.subject);
    pages.paragraph(message.message);
  }
};

const writePatient = (writing: Writing, { record, cases, epicrisis }: ExportedPatient): void => {
  const { pages, words, day } = writing;
  pages.heading(`${record.first_name} ${record.last_name}, ${words.born} ${day(record.date_of_birth)}`);
  pages.fact(words.address, `${record.street} ${record.house_number}, ${record.zipcode} ${record.city}`);
  pages.fact(words.phone, record.phone);
  if (cases.length === 0) pages.paragraph(words.noCases);
  const released = epicrisis.released;
  if (released) {
    pages.subheading(words.epicrisis);
    pages.note(`${released.author}, ${day(released.released_at ?? released.created_at)}`);
    for (const section of ['plain_language', ...epicrisisSections] as const)
      pages.fact(words.sections[section], released.content[section]);
  }
  for (const theCase of cases) writeCase(writing, theCase);
};

/** Writes all data as a readable, printable document. */
export const writeDossier = async (data: ExportedData, locale: Locale, owner: string): Promise<Buffer> => {
  const words = dossierWords[locale];
  const pages = new PdfPages({ title: words.title, locale, created: new Date(data.created_at), foot: words.page });
  const writing = writerFor(pages, locale);
  pages.title(
    words.title,
    [owner, `${words.created} ${writing.moment(data.created_at)}`].filter(Boolean).join('  ·  '),
  );
  for (const patient of data.patients) writePatient(writing, patient);
  if (pages.lettersMissing) pages.footnote(words.lettersMissing);
  return pages.finish();
};
