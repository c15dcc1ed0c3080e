import { patientDetails } from '@konsil/contracts/patients';
import { addressLines } from '@konsil/contracts/postal-address';
import { anamnesisTopics, epicrisisSections, formatTags, type Locale } from '@konsil/contracts/codes';
import { codeLine } from '@konsil/contracts/code-words';
import { answeredLines } from '@konsil/contracts/form-words';
import { healthTopics } from '@konsil/contracts/health-profile';
import { topicText } from '@konsil/contracts/medication';
import { practiceZone } from '@konsil/contracts/practice-time';
import { specialtyIn } from '@konsil/contracts/specialties';
import { contentBeyondTitle } from '@konsil/contracts/todo-content';
import { pinsInWords } from '@konsil/server-consultation/letters/pins-in-words';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { PdfPages, type Place } from '@konsil/server-pdf/pdf-pages';
import type { CollectedFile, CollectedRecord, ExportedCase } from './exported-data.ts';
import { documentTitle, sumToGive, writeDocument, type DrawPage } from './dossier-documents.ts';
import { dossierWords, type DossierKind, type DossierWords } from './dossier-words.ts';
import { authorIn, type Writing } from './dossier-writing.ts';

/** The scope of a dossier: one case, a person's cases, or everybody's. */
export interface DossierContent {
  kind: DossierKind;
  created_at: string;
  /** The account that gets it. */
  owner: { id: string; name: string };
  patients: readonly CollectedRecord[];
  files: readonly CollectedFile[];
}
/** Draws the pages of the documents into the dossier; without it they are listed only. */
export interface DossierPictures {
  draw: DrawPage;
  /** Called after each page. */
  advance: () => void;
}
/** A part of the dossier with its line in the contents. */
interface Part extends Omit<Place, 'name'> {
  startsPage?: true;
  write: () => void | Promise<void>;
}

const writerFor = (pages: PdfPages, locale: Locale): Writing => {
  const language = formatTags[locale];
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: practiceZone() });
  return {
    pages,
    words: dossierWords[locale],
    locale,
    day: (moment) => days.format(new Date(moment)),
    moment: (moment) => dayAndTime(new Date(moment), locale),
  };
};

/** The author of a cancellation who acted for the account. */
const cancelledFor = (writing: Writing, { timeline, patient }: ExportedCase, answerId: string): string | undefined => {
  const by = timeline.find(({ kind, ref_id: id }) => kind === 'appointment_cancelled' && id === answerId)?.by;
  return by?.acting ? authorIn(writing, by, patient) : undefined;
};

const writeProposals = (
  writing: Writing,
  theCase: ExportedCase,
  {
    id,
    answered_by: by,
    recommended_doctor: doctor,
    recommended_specialty: specialty,
    appointment,
  }: ExportedCase['answers'][number],
): void => {
  const { pages, words, moment, locale } = writing;
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
      [
        moment(accepted),
        cancelled && words.cancelled(moment(cancelled.at), cancelled.by, by, cancelledFor(writing, theCase, id)),
      ]
        .filter(Boolean)
        .join(', '),
    );
  else pages.fact(words.proposed, appointment.proposed.map(moment).join('; '));
  pages.fact(words.place, appointment.place);
};

const writeAnswer = (writing: Writing, theCase: ExportedCase, answer: ExportedCase['answers'][number]): void => {
  const { pages, words, moment, locale } = writing;
  pages.note(`${moment(answer.answered_at)}, ${answer.answered_by}`);
  pages.lead(words.options[answer.option]);
  pages.fact(words.plainWords, answer.plain_words);
  pages.paragraph(answer.answer);
  for (const { question, text, plain_words: plain } of answer.question_answers) {
    pages.fact(question, plain ?? text);
    if (plain) pages.fact(words.medicalWords, text);
  }
  pages.fact(words.reason, answer.reason);
  pages.fact(words.nextStep, answer.next_step);
  pages.fact(words.codes, answer.codes?.map((code) => codeLine(code, locale)).join('\n'));
  // The texts refer to the pins by these numbers.
  for (const [number, said] of pinsInWords(answer, locale)) pages.fact(number, said);
  writeProposals(writing, theCase, answer);
};

/** Requests and answers in the order in which they were sent. */
const conversationParts = (writing: Writing, theCase: ExportedCase): Part[] => {
  const { requests, answers } = theCase;
  const { pages, words, day, moment } = writing;
  const steps = [
    ...requests.map((request) => ({
      at: request.sent_at,
      text: words.requestOf(day(request.sent_at)),
      write: () => {
        pages.note(`${moment(request.sent_at)}, ${request.sent_by}`);
        pages.paragraph(request.note);
      },
    })),
    ...answers.map((answer) => ({
      at: answer.answered_at,
      text: words.answerOf(day(answer.answered_at), answer.answered_by),
      write: () => writeAnswer(writing, theCase, answer),
    })),
  ];
  return steps.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ text, write }) => ({ level: 2, text, write }));
};

const writeForms = ({ pages, words, locale }: Writing, theCase: ExportedCase): void => {
  pages.fact(words.doctor, theCase.doctor.name);
  pages.fact(words.diagnosis, theCase.diagnosis || words.notGiven);
  pages.fact(words.medicalHistory, theCase.medical_history || words.notGiven);
  for (const topic of anamnesisTopics)
    pages.fact(words.topics[topic], topicText(theCase.anamnesis, topic) || words.notGiven);
  for (const form of theCase.specialty_forms ?? []) {
    pages.lead(words.specialtyForm(form.doctor.name));
    for (const { label, answer } of answeredLines(form, locale)) pages.fact(label, answer);
  }
  if (theCase.questions.length > 0) pages.lead(words.questions);
  for (const { text, answer } of theCase.questions) pages.fact(text, answer ?? words.unanswered);
};

const todoTitleIn = (words: DossierWords, { title, title_code: code }: ExportedCase['todos'][number]): string =>
  code === 'other' || code === 'none' ? title : words.todoTitles[code];

const writeTodos = ({ pages, words, day }: Writing, { todos }: ExportedCase): void => {
  for (const todo of todos) {
    pages.fact(
      todoTitleIn(words, todo),
      todo.completed_at
        ? `${todo.dropped ? words.dropped : words.done} ${day(todo.completed_at)}`
        : `${words.until} ${day(todo.deadline)}`,
    );
    const content = contentBeyondTitle(todo);
    if (content) pages.paragraph(content);
  }
};

const writeMessages = (writing: Writing, { messages, patient }: ExportedCase): void => {
  const { pages, moment } = writing;
  for (const message of messages) {
    pages.note(`${moment(message.sent_at)}, ${authorIn(writing, message.sender, patient)} → ${message.to.name}`);
    pages.lead(message.subject);
    pages.paragraph(message.message);
  }
};

/** A part for each document with its pages, or a list of all. */
const documentParts = (
  writing: Writing,
  theCase: ExportedCase,
  files: readonly CollectedFile[],
  pictures: DossierPictures | undefined,
): Part[] => {
  const { pages, words } = writing;
  if (theCase.documents.length === 0) return [];
  if (!pictures)
    return [
      {
        level: 2,
        text: words.documents,
        write: () => {
          pages.note(words.documentsListed);
          for (const document of theCase.documents)
            pages.fact(document.file_name, documentTitle(writing, document) || words.undescribed);
        },
      },
    ];
  return theCase.documents.flatMap((document) => {
    const row = files.find((file) => file.row.id === document.id)?.row;
    if (!row) throw new Error('A document of the dossier has no row.');
    return {
      level: 2 as const,
      startsPage: true as const,
      text: documentTitle(writing, document) || document.file_name,
      write: () =>
        writeDocument(writing, document, row, {
          ...pictures,
          by: authorIn(writing, document.uploaded_by, theCase.patient),
        }),
    };
  });
};

const caseParts = (
  writing: Writing,
  theCase: ExportedCase,
  files: readonly CollectedFile[],
  pictures: DossierPictures | undefined,
): Part[] => {
  const { words } = writing;
  const some = (items: readonly unknown[], text: string, write: () => void): Part[] =>
    items.length > 0 ? [{ level: 2, text, write }] : [];
  return [
    { level: 1, startsPage: true, text: `${words.caseWord}: ${theCase.case_name}`, write: () => undefined },
    { level: 2, text: words.concern, write: () => writeForms(writing, theCase) },
    ...conversationParts(writing, theCase),
    ...some(theCase.todos, words.todos, () => writeTodos(writing, theCase)),
    ...some(theCase.messages, words.messages, () => writeMessages(writing, theCase)),
    ...documentParts(writing, theCase, files, pictures),
  ];
};

const personParts = (
  writing: Writing,
  { record, cases, epicrisis, health_profile: health }: CollectedRecord,
): Part[] => {
  const { pages, words, day, locale } = writing;
  const parts: Part[] = [
    {
      level: 1,
      text: `${record.first_name} ${record.last_name}, ${words.born} ${day(record.date_of_birth)}`,
      write: () => {
        pages.fact(words.address, addressLines(record, locale).join(', '));
        for (const name of patientDetails) pages.fact(words.details[name], record[name]);
        if (cases.length === 0) pages.paragraph(words.noCases);
      },
    },
  ];
  if (health)
    parts.push({
      level: 2,
      text: words.health,
      write: () => {
        if (health.confirmed_at) pages.note(words.healthConfirmed(day(health.confirmed_at)));
        for (const topic of healthTopics) pages.fact(words.topics[topic], topicText(health, topic) || words.notGiven);
      },
    });
  const released = epicrisis?.released;
  if (released)
    parts.push({
      level: 2,
      text: words.epicrisis,
      write: () => {
        pages.note(`${released.author}, ${day(released.released_at ?? released.created_at)}`);
        for (const section of ['plain_language', ...epicrisisSections] as const)
          pages.fact(words.sections[section], released.content[section]);
        pages.fact(words.codes, released.codes?.map((code) => codeLine(code, locale)).join('\n'));
      },
    });
  return parts;
};

const writeOriginals = ({ pages, words, locale }: Writing, { files, owner }: DossierContent): void => {
  const number = new Intl.NumberFormat(formatTags[locale]);
  pages.note(words.originalsText);
  for (const { row, name } of files) {
    const { size, sha256 } = sumToGive(row, owner.id);
    pages.fact(name, [`${words.bytes(number.format(size))}, SHA-256:`, sha256].join('\n'));
  }
};

const writeCover = (writing: Writing, { kind, patients, created_at: at, owner }: DossierContent): void => {
  const { pages, words, day, moment } = writing;
  pages.title(words.title[kind], [owner.name, `${words.created} ${moment(at)}`].filter(Boolean).join('  ·  '));
  for (const { record, cases } of patients) {
    pages.lead(`${record.first_name} ${record.last_name}, ${words.born} ${day(record.date_of_birth)}`);
    for (const theCase of cases) pages.fact(words.caseWord, theCase.case_name);
  }
  pages.footnote(words.cover[kind]);
};

/** Writes a dossier into `pages`, which a reader may take meanwhile. */
export const fillDossier = async (
  pages: PdfPages,
  content: DossierContent,
  locale: Locale,
  pictures?: DossierPictures,
): Promise<void> => {
  const writing = writerFor(pages, locale);
  const { words } = writing;
  writeCover(writing, content);
  const parts = content.patients.flatMap((patient) => [
    ...personParts(writing, patient),
    ...patient.cases.flatMap((theCase) => caseParts(writing, theCase, content.files, pictures)),
  ]);
  if (content.files.length > 0)
    parts.push({ level: 1, startsPage: true, text: words.originals, write: () => writeOriginals(writing, content) });
  const places = parts.map(({ write, startsPage, ...part }, index) => ({
    write,
    startsPage,
    place: { ...part, name: `part-${index + 1}` },
  }));
  pages.contents(
    words.contents,
    places.map(({ place }) => place),
  );
  pages.newPage();
  for (const { place, write, startsPage } of places) {
    if (startsPage) pages.newPage();
    pages.place(place);
    await write();
    await pages.relieved();
  }
  if (pages.lettersMissing) pages.footnote(words.lettersMissing[content.kind]);
};

export const dossierPages = ({ kind, created_at: at }: DossierContent, locale: Locale): PdfPages => {
  const words = dossierWords[locale];
  return new PdfPages({ title: words.title[kind], locale, created: new Date(at), foot: words.page });
};

/** A dossier without the pages of the documents, as one buffer. */
export const writeDossier = async (content: DossierContent, locale: Locale): Promise<Buffer> => {
  const pages = dossierPages(content, locale);
  const bytes = pages.whole();
  await fillDossier(pages, content, locale);
  pages.end();
  return bytes;
};
