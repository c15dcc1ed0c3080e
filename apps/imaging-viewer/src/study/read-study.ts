import { day, item, number, personName, text, type DicomJson } from './dicom-json.ts';
import { dicomWeb } from './dicom-web.ts';
import { refusalOf } from './refusal.ts';
import type { Image, Instance, Series, Study } from './study.ts';
import { withUsableWindows } from './window.ts';

const tags = {
  studyUid: '0020000D', seriesUid: '0020000E', instanceUid: '00080018', seriesNumber: '00200011', instanceNumber: '00200013',
  modality: '00080060', seriesDescription: '0008103E', studyDescription: '00081030', studyDate: '00080020',
  patientName: '00100010', birthDate: '00100030', rows: '00280010', columns: '00280011', frames: '00280008',
  cineRate: '00180040', displayRate: '00082144', frameTime: '00181063', pixelSpacing: '00280030', sharedGroups: '52009229', perFrameGroups: '52009230', pixelMeasures: '00289110', orientation: '00200037', planeOrientation: '00209116',
} as const;

const isImage = (dataSet: DicomJson): boolean => (number(dataSet, tags.rows) ?? 0) > 0 && (number(dataSet, tags.columns) ?? 0) > 0;

function frameRateOf(dataSet: DicomJson): number | null {
  const time = number(dataSet, tags.frameTime);
  return number(dataSet, tags.displayRate) ?? number(dataSet, tags.cineRate) ?? (time ? 1000 / time : null);
}

/** Whether an attribute stands at the top of a data set or in a functional group of an enhanced one. */
const says = (dataSet: DicomJson, tag: string, group: string, values: number): boolean =>
  [dataSet, ...[tags.sharedGroups, tags.perFrameGroups].map((groups) => item(item(dataSet, groups), group))].some((place) => place?.[tag]?.Value?.length === values);

function instanceOf(dataSet: DicomJson, seriesUrl: string): Instance {
  const uid = text(dataSet, tags.instanceUid);
  return {
    uid,
    url: `${seriesUrl}/instances/${uid}`,
    dataSet: withUsableWindows(dataSet),
    columns: number(dataSet, tags.columns) ?? 0,
    rows: number(dataSet, tags.rows) ?? 0,
    frames: Math.max(1, number(dataSet, tags.frames) ?? 1),
    frameRate: frameRateOf(dataSet),
    measurable: says(dataSet, tags.pixelSpacing, tags.pixelMeasures, 2),
    oriented: says(dataSet, tags.orientation, tags.planeOrientation, 6),
    refusal: refusalOf(dataSet),
  };
}

const imagesOf = (instance: Instance): Image[] =>
  Array.from({ length: instance.frames }, (_, index) => ({ id: `wadors:${instance.url}/frames/${index + 1}`, instance, frame: index + 1 }));

function seriesOf(dataSets: [DicomJson, ...DicomJson[]], studyUrl: string): Series {
  const [first] = dataSets;
  const uid = text(first, tags.seriesUid);
  const inOrder = [...dataSets].sort((a, b) => (number(a, tags.instanceNumber) ?? 0) - (number(b, tags.instanceNumber) ?? 0));
  return {
    uid,
    number: number(first, tags.seriesNumber) ?? null,
    modality: text(first, tags.modality),
    description: text(first, tags.seriesDescription),
    images: inOrder.flatMap((dataSet) => imagesOf(instanceOf(dataSet, `${studyUrl}/series/${uid}`))),
  };
}

/** Puts a study together from the metadata of its images; objects that are no images are left out. */
export function readStudy(studyUid: string, metadata: DicomJson[]): Study {
  const bySeries = new Map<string, [DicomJson, ...DicomJson[]]>();
  for (const dataSet of metadata.filter(isImage)) {
    const uid = text(dataSet, tags.seriesUid);
    const others = bySeries.get(uid);
    if (others) others.push(dataSet);
    else bySeries.set(uid, [dataSet]);
  }
  const [first = {}] = metadata;
  return {
    uid: studyUid,
    patientName: personName(first, tags.patientName),
    birthDate: day(first, tags.birthDate),
    date: day(first, tags.studyDate),
    description: text(first, tags.studyDescription),
    series: [...bySeries.values()].map((dataSets) => seriesOf(dataSets, dicomWeb.studyUrl(studyUid))).sort((a, b) => (a.number ?? 0) - (b.number ?? 0)),
  };
}
