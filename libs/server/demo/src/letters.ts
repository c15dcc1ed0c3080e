import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { MedicalKind, SourceKind } from '@konsil/contracts/codes';
import type { PatientFields } from '@konsil/contracts/patients';
import PDFDocument from 'pdfkit';
import { germanDay } from './moments.ts';

/** The letterhead. */
export interface Source {
  kind: SourceKind;
  name: string;
  place: string;
}
type Row = [name: string, value: string, range: string];

/** A printed letter, report or plan. */
export interface Letter {
  kind: MedicalKind;
  source: Source;
  daysAgo: number;
  title: string;
  /** Headings with their paragraph; the heading may be empty. */
  text?: [heading: string, paragraph: string][];
  table?: { head: Row; rows: Row[] };
  signed: string;
}

// Liberation Sans (SIL Open Font License) is part of pdfjs-dist.
const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
const margin = 64;
const width = 595 - 2 * margin;
const columns = [0, 0.48, 0.72].map((part) => margin + part * width);

const head = (pdf: PDFKit.PDFDocument, { source }: Letter, day: string): void => {
  pdf.font('strong').fontSize(13).text(source.name, margin, margin).font('text').fontSize(9.5).text(source.place);
  pdf.text(germanDay(day), margin, margin + 3, { width, align: 'right' });
  pdf
    .moveTo(margin, margin + 42)
    .lineTo(margin + width, margin + 42)
    .lineWidth(1)
    .stroke();
  pdf.y = margin + 58;
};

const table = (pdf: PDFKit.PDFDocument, { head: names, rows }: NonNullable<Letter['table']>): void => {
  for (const [index, row] of [names, ...rows].entries()) {
    const { y } = pdf;
    pdf.font(index === 0 ? 'strong' : 'text');
    row.forEach((cell, column) => pdf.text(cell, columns[column] ?? margin, y, { lineBreak: false }));
    pdf
      .moveTo(margin, y + 15)
      .lineTo(margin + width, y + 15)
      .lineWidth(0.4)
      .stroke();
    pdf.y = y + 20;
  }
  pdf.x = margin;
};

/** The letter as a one-page PDF. */
export const letterPdf = (letter: Letter, patient: PatientFields, day: string): Promise<Buffer> =>
  new Promise((resolve) => {
    const pdf = new PDFDocument({
      size: 'A4',
      margin,
      lang: 'de',
      info: { Title: letter.title },
      font: join(fonts, 'LiberationSans-Regular.ttf'),
    });
    const pieces: Buffer[] = [];
    pdf.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => resolve(Buffer.concat(pieces)));
    pdf
      .registerFont('text', join(fonts, 'LiberationSans-Regular.ttf'))
      .registerFont('strong', join(fonts, 'LiberationSans-Bold.ttf'));
    head(pdf, letter, day);
    pdf
      .font('text')
      .fontSize(10.5)
      .text(`${patient.last_name}, ${patient.first_name}, geb. ${germanDay(patient.date_of_birth)}`, margin)
      .text(`${patient.street} ${patient.house_number}, ${patient.zipcode} ${patient.city}`);
    pdf.moveDown(1.4).font('strong').fontSize(14).text(letter.title).moveDown(0.6).fontSize(10.5);
    for (const [heading, paragraph] of letter.text ?? []) {
      if (heading) pdf.font('strong').text(heading);
      pdf.font('text').text(paragraph, { lineGap: 2 }).moveDown(0.8);
    }
    if (letter.table) table(pdf, letter.table);
    pdf
      .moveDown(1.2)
      .font('text')
      .text(letter.signed)
      .fontSize(8.5)
      .moveDown(0.4)
      .text('Elektronisch erstellt und ohne Unterschrift gültig.');
    pdf.end();
  });
