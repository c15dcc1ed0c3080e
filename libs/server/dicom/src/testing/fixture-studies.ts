import type { AnsweredMeasurements, KeptMeasurements, MeasurementsWrite } from '@konsil/contracts/measurements';
import type { Beside, ClosedReason, OtherStudy, ViewedCase } from '@konsil/contracts/viewed-case';
import { readDicomBytes } from '../read-bytes.ts';
import type { OpenedStudy } from '../web/study-cookies.ts';
import type { StoredInstance, StudyGrant, StudySource } from '../web/study-source.ts';

type FixtureGrant = Omit<StudyGrant, 'whose'> & { whose?: string };

/** A study source in memory, with one grant per token: replaces database and file store. */
export class FixtureStudies implements StudySource {
  private readonly files = new Map<string, Buffer>();
  private readonly images: StoredInstance[] = [];
  private readonly grants = new Map<string, StudyGrant>();
  private readonly revoked = new Set<string>();
  private readonly alone = new Set<string>();
  private readonly tickets = new Map<string, FixtureGrant>();
  /** Number of bytes read from each document. */
  readonly read = new Map<string, number>();

  async add(documentId: string, file: Buffer): Promise<string> {
    const { instances } = await readDicomBytes(file);
    this.files.set(documentId, file);
    this.images.push(...instances.map((instance) => ({ ...instance, documentId })));
    return instances[0]?.studyUid ?? '';
  }

  /** Grants a study to the bearer of `token`. */
  grant(token: string, grant: FixtureGrant): void {
    this.grants.set(token, { whose: 'reader and case', ...grant });
  }

  /** Grants one document's images of a study to the bearer of `the-token-of-…`. */
  only(documentId: string, studyUid: string): void {
    this.alone.add(documentId);
    this.grant(`the-token-of-${documentId}`, { studyUid, documentId });
  }

  /** The case data for every document. */
  viewed: ViewedCase | null = null;
  readonly caseOf = async (): Promise<ViewedCase | null> => this.viewed;

  revoke(token: string): void {
    this.grants.delete(token);
    this.revoked.add(token);
  }
  readonly whyClosed = async (token: string): Promise<ClosedReason | null> =>
    this.revoked.has(token) ? 'signed_out' : null;

  ticketFor(ticket: string, grant: FixtureGrant): void {
    this.tickets.set(ticket, grant);
  }

  readonly redeem = async (ticket: string): Promise<OpenedStudy | null> => {
    const grant = this.tickets.get(ticket);
    this.tickets.delete(ticket);
    if (!grant) return null;
    const token = `session-of-${ticket}`;
    this.grant(token, grant);
    return { studyUid: grant.studyUid, whose: grant.whose ?? 'reader and case', token };
  };

  /** The uploader of a document's images. */
  readonly sources = new Map<string, string>();

  /** Every study but this one. */
  async others({ studyUid }: FixtureGrant): Promise<OtherStudy[]> {
    const studies = new Map(this.images.map((image) => [image.studyUid, image]));
    return [...studies.values()]
      .filter((image) => image.studyUid !== studyUid)
      .map((image) => ({
        document_id: image.documentId,
        study_uid: image.studyUid,
        study_date: image.studyDate,
        description: image.studyDescription,
        modality: image.modality,
        images: this.images.filter((one) => one.studyUid === image.studyUid).length,
        source: this.sources.get(image.documentId) ?? '',
        case_name: null,
      }));
  }
  async openBeside(grant: FixtureGrant, { document_id, study_uid }: Beside): Promise<OpenedStudy | null> {
    const known = (await this.others(grant)).some(
      (one) => one.document_id === document_id && one.study_uid === study_uid,
    );
    const token = `session-beside-of-${document_id}-${study_uid.replaceAll('.', '-')}`;
    if (!known) return null;
    this.grant(token, { studyUid: study_uid, documentId: document_id });
    return { studyUid: study_uid, whose: 'reader and case', token };
  }

  /** The measurements of the only reader. */
  kept: KeptMeasurements | null = { content: { version: 1, items: [] }, revision: null };
  readonly measurements = async (): Promise<KeptMeasurements | null> => this.kept;
  async keepMeasurements(
    _grant: FixtureGrant,
    { content, over }: MeasurementsWrite,
  ): Promise<{ revision: string } | 'conflict' | null> {
    if (!this.kept) return null;
    if (this.kept.revision !== over) return 'conflict';
    const revision = String(Number(this.kept.revision ?? 0) + 1);
    this.kept = { content, revision };
    return { revision };
  }

  /** Measurements that the only reader's doctor sent with answers. */
  sent: AnsweredMeasurements[] = [];
  readonly answered = async (): Promise<AnsweredMeasurements[]> => this.sent;

  async grantsOf(tokens: string[]): Promise<StudyGrant[]> {
    return tokens.flatMap((token) => this.grants.get(token) ?? []);
  }

  async instances({ studyUid, documentId }: FixtureGrant): Promise<StoredInstance[]> {
    return this.images.filter(
      (image) => image.studyUid === studyUid && (image.documentId === documentId || !this.alone.has(documentId)),
    );
  }

  async *readFile(documentId: string, start: number, end: number): AsyncGenerator<Buffer> {
    this.read.set(documentId, (this.read.get(documentId) ?? 0) + end - start);
    yield this.files.get(documentId)?.subarray(start, end) ?? Buffer.alloc(0);
  }
}
