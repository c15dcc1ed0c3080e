import type { MedicalKind } from '@konsil/contracts/codes';
import { isDateUnknown } from '@konsil/contracts/document-date';
import type { Document } from '@konsil/contracts/documents';
import { askedUnknown } from '@konsil/contracts/fhir-absent';
import type { DocumentReference, ImagingStudy, Provenance } from 'fhir/r4';
import { medicalKindWords } from '@konsil/server-domain/names/labels';
import { filled, loinc, ownSystem, personOf, referenceTo, versioned, type Telling } from '../telling.ts';

/** LOINC document types, where one says no more than the kind itself. */
const loincOf: Partial<Record<MedicalKind, { code: string; display: string }>> = {
  op: { code: '11504-8', display: 'Surgical operation note' },
  histology: { code: '11526-1', display: 'Pathology study' },
  laboratory: { code: '11502-2', display: 'Laboratory report' },
  consultation: { code: '11488-4', display: 'Consult note' },
  ct: { code: '18748-4', display: 'Diagnostic imaging study' },
  mri: { code: '18748-4', display: 'Diagnostic imaging study' },
  xray: { code: '18748-4', display: 'Diagnostic imaging study' },
  sonography: { code: '18748-4', display: 'Diagnostic imaging study' },
};

/** The patient and the case that a document belongs to. */
export interface Belonging {
  patientId: string;
  caseId: string;
  /** The last change of what the document shows, if it is known. */
  changedAt?: string | undefined;
}
const changed = ({ changedAt }: Belonging) => (changedAt ? { meta: { lastUpdated: changedAt } } : {});

const typeOf = ({ medical_kind_code: code, document_medical_kind: wire }: Document, telling: Telling) => {
  if (!code) return undefined;
  const display = medicalKindWords[telling.locale][code];
  const known = loincOf[code];
  // Free text stands behind the label's colon (docs/specification.md section 7).
  const own = wire?.includes(': ') ? wire.slice(wire.indexOf(': ') + 2) : '';
  return {
    coding: [
      ...(known ? [{ system: loinc, ...known }] : []),
      { system: ownSystem(telling, 'document-kind'), code, display },
    ],
    text: ['other', 'other_test'].includes(code) && filled(own) ? own : display,
  };
};

const isPhoto = ({ content_type }: Document): boolean => ['image/jpeg', 'image/png'].includes(content_type);
/** The size of what `Binary` serves: of a photo the copy, once it exists. */
const sizeOf = (document: Document): number | undefined => (isPhoto(document) ? document.view?.size : document.size);

/** A document's details; its file is the `Binary` with the same id. */
export const toDocumentReference = (document: Document, belonging: Belonging, telling: Telling): DocumentReference => {
  const { patientId, caseId } = belonging;
  const type = typeOf(document, telling);
  const size = sizeOf(document);
  return versioned<DocumentReference>({
    resourceType: 'DocumentReference',
    id: document.id,
    ...changed(belonging),
    status: 'current',
    ...(type ? { type } : {}),
    subject: referenceTo('Patient', patientId),
    date: document.uploaded_at,
    ...(filled(document.source_name) ? { author: [{ display: document.source_name }] } : {}),
    content: [
      {
        attachment: {
          contentType: document.content_type,
          url: `${telling.base}/Binary/${document.id}`,
          ...(size === undefined ? {} : { size }),
          title: document.file_name,
          ...(document.issue_date ? { creation: document.issue_date } : {}),
          ...(isDateUnknown(document) ? { _creation: askedUnknown } : {}),
        },
      },
    ],
    context: { related: [referenceTo('ServiceRequest', caseId)] },
  });
};

/** Every examination in a document of images; of several, each has its number behind the document's id. */
export const toImagingStudies = ({ id, dicom }: Document, belonging: Belonging): ImagingStudy[] =>
  dicom
    ? [dicom, ...(dicom.other_studies ?? [])].map((study, index) =>
        versioned<ImagingStudy>({
          resourceType: 'ImagingStudy',
          id: index === 0 ? id : `${id}.${index + 1}`,
          ...changed(belonging),
          identifier: [{ system: 'urn:dicom:uid', value: `urn:oid:${study.study_uid}` }],
          status: 'available',
          ...(filled(study.modality)
            ? { modality: [{ system: 'http://dicom.nema.org/resources/ontology/DCM', code: study.modality }] }
            : {}),
          subject: referenceTo('Patient', belonging.patientId),
          ...(study.study_date ? { started: study.study_date } : {}),
          basedOn: [referenceTo('ServiceRequest', belonging.caseId)],
          numberOfSeries: study.series,
          numberOfInstances: study.images,
          ...(filled(study.description) ? { description: study.description } : {}),
        }),
      )
    : [];

/** The uploader of a document, and the time. */
export const toProvenance = (
  { id, uploaded_at, uploaded_by, file_name }: Document,
  { changedAt = uploaded_at }: Belonging,
): Provenance =>
  versioned<Provenance>({
    resourceType: 'Provenance',
    id,
    // A reader sees it from the sending on.
    meta: { lastUpdated: changedAt },
    target: [referenceTo('DocumentReference', id, file_name)],
    recorded: uploaded_at,
    activity: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-DataOperation', code: 'CREATE', display: 'create' }],
    },
    agent: [
      {
        type: {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type',
              code: 'enterer',
              display: 'Enterer',
            },
          ],
        },
        who: personOf(uploaded_by),
      },
    ],
  });
