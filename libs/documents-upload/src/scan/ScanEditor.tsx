// @bundle route
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '@konsil/i18n';
import { Button, ChoiceChips, RetryIcon, Row, Stack, Text } from '@konsil/ui';
import { PhotoPreview } from '../panel/PhotoPreview.tsx';
import { uploadTexts } from '../texts.ts';
import { CornerPicture } from './CornerPicture.tsx';
import { looks } from './look.ts';
import { turnedQuad, wholePhoto } from './quad.ts';
import type { Quad } from './quad.ts';
import { Bench } from './scan-parts.ts';
import { isUnchanged, wholeScan } from './scan.ts';
import type { Scan } from './scan.ts';
import { useMadePage } from './use-made-page.ts';

export interface ScanEditorProps {
  /** The photo as it was taken. */
  photo: File;
  name: string;
  edges: Quad | null | undefined;
  /** The decision made before, if any. */
  scan: Scan | undefined;
  busy: boolean;
  /** Rotates the photo; false if it could not be. */
  onTurn: () => Promise<boolean>;
  /** Gets the choices, and whether the page that they make is on the screen. */
  children: (scan: Scan, seen: boolean) => ReactNode;
}

/** A photo with the edges of its paper as an offer: corners to move, looks to choose, the whole photo one press away. */
export function ScanEditor({ photo, name, edges, scan, busy, onTurn, children }: ScanEditorProps) {
  const { t } = useTexts(uploadTexts);
  const group = useId();
  const [changed, setChanged] = useState<Scan>();
  const [moving, setMoving] = useState(false);
  const [offered, setOffered] = useState<Scan>(wholeScan);
  // The same object for the same edges: the page is made once.
  if (edges && offered.corners !== edges) setOffered({ corners: edges, look: 'document' });
  const draft = changed ?? scan ?? (edges ? offered : wholeScan);
  const page = useMadePage(photo, draft, moving);
  const turn = async () => {
    // Corners and a look that were chosen meanwhile turn as well.
    if (await onTurn()) setChanged((now) => now && { ...now, corners: now.corners && turnedQuad(now.corners) });
  };
  const uncropped = edges || !isUnchanged(draft) ? 'whole' : 'none';
  const cropped = edges ? 'found' : 'byHand';
  const state = edges === undefined ? 'searching' : draft.corners ? cropped : uncropped;
  return (
    <Stack gap={3}>
      <Text as="p" tone="muted" size="small" role="status">
        {t(`scan.${state}`)}
      </Text>
      <Bench>
        <CornerPicture
          photo={photo}
          alt={t('preview', { name })}
          quad={draft.corners}
          onMove={(corners) => {
            setMoving(true);
            setChanged({ ...draft, corners });
          }}
          onMoved={() => setMoving(false)}
        />
        <Stack gap={3}>
          <Row gap={2}>
            {draft.corners ? (
              <Button size="small" variant="secondary" onClick={() => setChanged(wholeScan)}>
                {t('scan.useWhole')}
              </Button>
            ) : (
              <Button
                size="small"
                variant="secondary"
                onClick={() => setChanged({ corners: edges ?? wholePhoto, look: edges ? 'document' : draft.look })}
              >
                {t(edges ? 'scan.useEdges' : 'scan.setCorners')}
              </Button>
            )}
            <Button
              size="small"
              variant="secondary"
              icon={<RetryIcon />}
              busy={busy}
              aria-label={t('turnLabel', { name })}
              onClick={() => void turn()}
            >
              {t('turn')}
            </Button>
          </Row>
          <ChoiceChips
            legend={t('scan.look')}
            name={`look-${group}`}
            options={looks.map((look) => ({ value: look, label: t(`scan.looks.${look}`) }))}
            value={draft.look}
            onChange={({ currentTarget }) => {
              const look = looks.find((one) => one === currentTarget.value);
              if (look) setChanged({ ...draft, look });
            }}
          />
          {!isUnchanged(draft) && (
            <Stack gap={2}>
              <Text as="p" strong size="small">
                {t('scan.result')}
              </Text>
              {page === 'failed' ? (
                <Text as="p" tone="danger" size="small" role="status">
                  {t('scan.failed')}
                </Text>
              ) : page ? (
                <PhotoPreview photo={page} alt={t('scan.resultOf', { name })} />
              ) : (
                <Text as="p" tone="muted" size="small">
                  {t('scan.making')}
                </Text>
              )}
            </Stack>
          )}
        </Stack>
      </Bench>
      {children(draft, isUnchanged(draft) || page !== null)}
    </Stack>
  );
}
