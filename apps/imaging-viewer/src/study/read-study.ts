import { isRegionClass, lookOf, placesOf, spacingOf } from '@konsil/pixels';
import { delaysOf } from './cine.ts';
import { day, number, personName, rawPersonName, text, type DicomJson } from './dicom-json.ts';
import { dicomWeb, type DicomWeb } from './dicom-web.ts';
import { stacksOf } from './order.ts';
import { refusalOf } from './refusal.ts';
import type { Image, Instance, Series, Study } from './study.ts';

const tags = {
  sopClassUid: '00080016',
  studyUid: '0020000D',
  seriesUid: '0020000E',
  instanceUid: '00080018',
  seriesNumber: '00200011',
  retrieveUrl: '00081190',
  modality: '00080060',
  seriesDescription: '0008103E',
  studyDescription: '00081030',
  studyDate: '00080020',
  institution: '00080080',
  patientName: '00100010',
  birthDate: '00100030',
  rows: '00280010',
  columns: '00280011',
  frames: '00280008',
  samples: '00280002',
  photometric: '00280004',
  planar: '00280006',
  bitsAllocated: '00280100',
  orientation: '00200037',
  planeOrientation: '00209116',
} as const;

const marksRegions = (dataSet: DicomJson): boolean => isRegionClass(text(dataSet, tags.sopClassUid));
const isImage = (dataSet: DicomJson): boolean =>
  !marksRegions(dataSet) && (number(dataSet, tags.rows) ?? 0) > 0 && (number(dataSet, tags.columns) ?? 0) > 0;

/** Objects with the same UID have separate URLs, provided by our server. */
function urlOf(dataSet: DicomJson, seriesUrl: string, web: DicomWeb): string {
  const uid = text(dataSet, tags.instanceUid);
  const retrieve = text(dataSet, tags.retrieveUrl);
  const named = retrieve && web.addressOf(retrieve);
  return named.startsWith(`${seriesUrl}/instances/`) ? named : `${seriesUrl}/instances/${uid}`;
}

function instanceOf(dataSet: DicomJson, seriesUrl: string, web: DicomWeb): Instance {
  return {
    uid: text(dataSet, tags.instanceUid),
    url: urlOf(dataSet, seriesUrl, web),
    bulkData: (uri) => web.bulkData(uri),
    dataSet,
    columns: number(dataSet, tags.columns) ?? 0,
    rows: number(dataSet, tags.rows) ?? 0,
    frames: Math.max(1, number(dataSet, tags.frames) ?? 1),
    samplesPerPixel: number(dataSet, tags.samples) ?? 1,
    bitsAllocated: number(dataSet, tags.bitsAllocated) ?? 16,
    planar: number(dataSet, tags.planar) === 1,
    photometric: text(dataSet, tags.photometric) || 'MONOCHROME2',
    lookOf: (frame) => lookOf(dataSet, frame - 1),
    spacingOf: (frame) => spacingOf(dataSet, frame - 1),
    scale: spacingOf(dataSet, 0).scale,
    delayOf: delaysOf(dataSet),
    oriented: placesOf(dataSet, tags.planeOrientation, 0).some((place) => place[tags.orientation]?.Value?.length === 6),
    refusal: refusalOf(dataSet),
  };
}

const imagesOf = (instance: Instance): Image[] =>
  Array.from({ length: instance.frames }, (_, index) => ({
    id: `wadors:${instance.url}/frames/${index + 1}`,
    instance,
    frame: index + 1,
  }));

const inStudy = (dataSet: DicomJson, studyUid: string, web: DicomWeb): Instance =>
  instanceOf(dataSet, `${web.studyUrl(studyUid)}/series/${text(dataSet, tags.seriesUid)}`, web);

function seriesOf(dataSets: [DicomJson, ...DicomJson[]], studyUid: string, web: DicomWeb): Series[] {
  const [first] = dataSets;
  const uid = text(first, tags.seriesUid);
  const stacks = stacksOf(dataSets.flatMap((dataSet) => imagesOf(inStudy(dataSet, studyUid, web))));
  return stacks.map(({ plane, images }, index) => ({
    key: `${web.studyUrl(studyUid)}/${uid}/${index}`,
    studyDate: day(first, tags.studyDate),
    uid,
    number: number(first, tags.seriesNumber) ?? null,
    modality: text(first, tags.modality),
    description: text(first, tags.seriesDescription),
    plane,
    images,
  }));
}

/** Series without a number come last. */
const bySeriesNumber = (a: Series, b: Series): number => (a.number ?? Infinity) - (b.number ?? Infinity) || 0;

/** Builds a study from the metadata of its images and of the objects that mark regions of them; others are left out. */
export function readStudy(studyUid: string, metadata: DicomJson[], web: DicomWeb = dicomWeb): Study {
  const bySeries = new Map<string, [DicomJson, ...DicomJson[]]>();
  for (const dataSet of metadata.filter(isImage)) {
    const uid = text(dataSet, tags.seriesUid);
    const others = bySeries.get(uid);
    if (others) others.push(dataSet);
    else bySeries.set(uid, [dataSet]);
  }
  const first = metadata.find(isImage) ?? metadata[0] ?? {};
  return {
    uid: studyUid,
    patientName: personName(first, tags.patientName),
    birthDate: day(first, tags.birthDate),
    date: day(first, tags.studyDate),
    description: text(first, tags.studyDescription),
    institution: text(first, tags.institution),
    people: [
      ...new Map(
        metadata.map((dataSet) => {
          const pictured = {
            patientName: rawPersonName(dataSet, tags.patientName),
            birthDate: day(dataSet, tags.birthDate) || null,
          };
          return [`${pictured.patientName} ${pictured.birthDate}`, pictured] as const;
        }),
      ).values(),
    ],
    dates: [...new Set(metadata.map((dataSet) => day(dataSet, tags.studyDate)).filter(Boolean))],
    series: [...bySeries.values()].flatMap((dataSets) => seriesOf(dataSets, studyUid, web)).sort(bySeriesNumber),
    regionObjects: metadata.filter(marksRegions).map((dataSet) => inStudy(dataSet, studyUid, web)),
  };
}
