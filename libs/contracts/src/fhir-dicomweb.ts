import * as z from 'zod/mini';
import { givenIdSchema } from './common.ts';
import { fhirRoot } from './fhir-paths.ts';
import { defineRoute } from './route.ts';

const root = `${fhirRoot}/ServiceRequest/:id/dicomweb` as const;
export const dicomJson = 'application/dicom+json';

const uid = z.string().check(z.regex(/^\d[\d.]{0,63}$/));
/** Different images with one UID have the document and its member behind it. */
const instanceName = z.string().check(z.regex(/^\d[\d.]{0,63}(~[0-9a-f-]{36}~\d{1,5})?$/));
const params = z.object({
  id: givenIdSchema(),
  study: z.optional(uid),
  series: z.optional(uid),
  instance: z.optional(instanceName),
  frames: z.optional(z.string().check(z.maxLength(80))),
  tag: z.optional(z.string().check(z.regex(/^[\dA-F]{8}$/))),
});

const searchOf = <P extends string>(path: P, what: string) =>
  defineRoute({
    method: 'GET',
    path: `${root}${path}`,
    summary: `DICOMweb QIDO-RS: search for ${what} of a case (docs/hospitals.md)`,
    params,
    response: null,
    media: dicomJson,
    scope: { type: 'ImagingStudy', permission: 's' },
  });
const readOf = <P extends string>(path: P, what: string, media: string) =>
  defineRoute({
    method: 'GET',
    path: `${root}${path}`,
    summary: `DICOMweb WADO-RS: ${what} of a case (docs/hospitals.md)`,
    params,
    response: null,
    media,
    scope: { type: 'ImagingStudy', permission: 'r' },
  });

const study = '/studies/:study';
const series = `${study}/series/:series` as const;
const instance = `${series}/instances/:instance` as const;
const jpeg = 'image/jpeg';
const parts = 'multipart/related; type="application/dicom"';

/** A case's images for another system: QIDO-RS and WADO-RS below the address that STOW-RS has. */
export const fhirDicomWebRoutes = {
  searchStudies: searchOf('/studies', 'studies'),
  searchSeries: searchOf('/series', 'series'),
  searchInstances: searchOf('/instances', 'instances'),
  searchSeriesOfStudy: searchOf(`${study}/series`, 'series'),
  searchInstancesOfStudy: searchOf(`${study}/instances`, 'instances'),
  searchInstancesOfSeries: searchOf(`${series}/instances`, 'instances'),
  readStudy: readOf(study, 'a study', parts),
  readSeries: readOf(series, 'a series', parts),
  readInstance: readOf(instance, 'an instance', parts),
  readStudyMetadata: readOf(`${study}/metadata`, 'metadata of a study', dicomJson),
  readSeriesMetadata: readOf(`${series}/metadata`, 'metadata of a series', dicomJson),
  readInstanceMetadata: readOf(`${instance}/metadata`, 'metadata of an instance', dicomJson),
  readFrames: readOf(`${instance}/frames/:frames`, 'frames of an instance', 'multipart/related'),
  readRendered: readOf(`${instance}/rendered`, 'an image as a picture', jpeg),
  // Written out, because a portal calls it (tools/vite/calls.mts).
  readRenderedFrame: defineRoute({
    method: 'GET',
    path: '/fhir/ServiceRequest/:id/dicomweb/studies/:study/series/:series/instances/:instance/frames/:frames/rendered',
    summary: 'DICOMweb WADO-RS: a frame as a picture of a case (docs/hospitals.md)',
    params,
    response: null,
    media: jpeg,
    scope: { type: 'ImagingStudy', permission: 'r' },
  }),
  readThumbnail: readOf(`${instance}/thumbnail`, 'a small picture of an image', jpeg),
  readBulkData: readOf(`${instance}/bulkdata/:tag`, 'a large value of an instance', 'multipart/related'),
};
