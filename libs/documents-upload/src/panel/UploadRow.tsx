import type { ReactNode } from 'react';
import { problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { useFieldErrors } from '@konsil/i18n/field-errors';
import {
  Button,
  CasesIcon,
  CloseIcon,
  DocumentRefusedIcon,
  DocumentUploadIcon,
  FileName,
  IconButton,
  ListRow,
  OfflineIcon,
  Progress,
  RetryIcon,
  Row,
  Stack,
  Text,
} from '@konsil/ui';
import { isPicture } from '../files/photo.ts';
import { mostDocuments } from '../gather/gathered.ts';
import { isBeforeServer } from '../queue/upload.ts';
import type { Upload } from '../queue/upload.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';
import { uploadTexts } from '../texts.ts';
import { isUnderway } from './rows.ts';
import { useRotatePhoto } from './use-turn.ts';

const icons: Partial<Record<Upload['state']['is'], ReactNode>> = {
  refused: <DocumentRefusedIcon />,
  failed: <DocumentRefusedIcon />,
  interrupted: <OfflineIcon />,
  gathering: <CasesIcon />,
  gathered: <CasesIcon />,
};

/** Faults in images as the device or disc wrote them: only their producer can fix them. */
const scanFaults: readonly string[] = ['missing_uid', 'polyglot', 'no_image', 'truncated', 'bad_checksum', 'bad_path'];

export interface UploadRowProps {
  upload: Upload;
  queue: UploadQueue;
  /** One of many, with one progress bar above the list. */
  compact: boolean;
}

/** One file being uploaded: its progress, its error and the possible actions. */
export function UploadRow({ upload, queue, compact }: UploadRowProps) {
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  const errorText = useFieldErrors();
  const format = useFormat();
  const turn = useRotatePhoto(queue);
  const { id, name, size, state, file } = upload;
  const ownBar = state.is === 'sending' && !compact;
  const share = state.is === 'gathering' ? state.done / state.count : ownBar && size ? state.sent / size : 0;
  const turnable = file && !compact && isBeforeServer(upload) && isPicture(file);
  const repeatable = state.is === 'interrupted' || (state.is === 'failed' && !state.fault);

  const letters = state.is === 'gathered' ? state.letters : [];

  const words = (): ReactNode => {
    switch (state.is) {
      case 'refused':
        return state.kind ? (
          <Text tone="danger">{t(`foreign.${state.kind}`)}</Text>
        ) : (
          <Text tone="danger">{t(`refused.${state.reason}`, { size: format.size(size), most: mostDocuments })}</Text>
        );
      case 'failed': {
        if (state.kind) return <Text tone="danger">{t(`foreign.${state.kind}`)}</Text>;
        if (state.code === 'conflict') return <Text tone="danger">{t('refused.known')}</Text>;
        const reason = state.fault ? errorText({ message: state.fault }) : problemText(common, state.code);
        return state.fault && scanFaults.includes(state.fault) ? (
          <>
            <Text tone="danger">{t('scanUnreadable')}</Text> {t('scanFault', { reason: reason ?? '' })}
          </>
        ) : (
          <Text tone="danger">{reason}</Text>
        );
      }
      case 'interrupted':
        return (
          <>
            <Text tone="danger" strong>
              {t('state.interrupted')}
            </Text>{' '}
            {t('state.interruptedText')}
          </>
        );
      case 'gathering':
        return t('state.gathering', { done: format.number(state.done), count: state.count });
      case 'gathered': {
        if (state.tooMany) return t('refused.tooMany', { most: mostDocuments });
        if (state.leftOut === 0) return null;
        const more = state.leftOut - state.names.length;
        return t('state.leftOut', {
          count: state.leftOut,
          names: format.list([...state.names, ...(more > 0 ? [t('state.more', { count: more })] : [])]),
        });
      }
      case 'sending': {
        const parts = { sent: format.size(state.sent), size: format.size(size) };
        if (state.sent >= size) return t('state.saving');
        return state.bytesPerSecond && ownBar
          ? t('state.sendingAt', { ...parts, speed: format.size(state.bytesPerSecond) })
          : t('state.sending', parts);
      }
      case 'uploaded':
        return null;
      default:
        return t(`state.${state.is}`);
    }
  };
  return (
    <ListRow
      title={<FileName>{name}</FileName>}
      detail={words()}
      icon={icons[state.is] ?? <DocumentUploadIcon />}
      actions={
        <IconButton
          label={t(isUnderway(upload) ? 'cancel' : 'remove', { name })}
          icon={<CloseIcon />}
          onClick={() => void queue.remove(id)}
        />
      }
    >
      {letters.length > 0 && (
        <Stack gap={2}>
          <Text as="p">{t('letters.text')}</Text>
          <Row gap={2}>
            {letters.map((letter) => (
              <Button
                key={`${letter.name} ${letter.size}`}
                size="small"
                variant="secondary"
                onClick={() => void queue.takeLetter(id, letter)}
              >
                {t('letters.take', { name: letter.name })}
              </Button>
            ))}
          </Row>
        </Stack>
      )}
      {(ownBar || state.is === 'gathering' || turnable || repeatable) && (
        <Stack gap={3}>
          {(ownBar || state.is === 'gathering') && (
            <Progress label={t(ownBar ? 'progress' : 'gathering', { name })} value={share} />
          )}
          <Row gap={2}>
            {repeatable && (
              <Button size="small" variant="secondary" icon={<RetryIcon />} onClick={() => queue.sendNow(id)}>
                {common('words.retry')}
              </Button>
            )}
            {turnable && (
              <Button
                size="small"
                variant="quiet"
                icon={<RetryIcon />}
                aria-label={t('turnLabel', { name })}
                onClick={() => turn(id)}
              >
                {t('turn')}
              </Button>
            )}
          </Row>
        </Stack>
      )}
    </ListRow>
  );
}
