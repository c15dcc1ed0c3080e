import {
  Button,
  ButtonLink,
  CheckboxField,
  CloseIcon,
  DownloadIcon,
  IconButton,
  RetryIcon,
  SearchField,
} from '@konsil/ui';
import { useState, useSyncExternalStore } from 'react';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { originalUrl } from '../study/dicom-web.ts';
import type { Series } from '../study/study.ts';
import { ShowIcon } from '../workbench/icons.ts';
import { useSeriesName } from '../workbench/series-name.ts';
import { usePaneState } from '../workbench/usePaneState.ts';
import { algorithmWords, regionName, typeWords, unplacedWords } from './region-words.ts';
import type { ObjectState, RegionState, RegionStore } from './RegionStore.ts';

interface RegionListProps {
  store: RegionStore;
  /** The active pane. */
  pane: ImagePane | null;
  /** In plain words, for patients. */
  plain: boolean;
  onShow: (place: { series: Series; index: number }) => void;
  onClose: () => void;
}

/** More are searched by name. */
const searchedFrom = 12;
const [leastOpacity, opacityStep] = [10, 10];

interface RowProps {
  state: RegionState;
  /** It is drawn on the picture of the active pane. */
  here: boolean;
  plain: boolean;
  onSwitch: (on: boolean) => void;
  onShow: RegionListProps['onShow'];
}

/** One region: switch, what it is, how it was made, and what of it cannot be drawn. */
function Row({ state, here, plain, onSwitch, onShow }: RowProps) {
  const words = useWords();
  const { t } = words;
  const { region, on, phase, loaded, pictures, largest } = state;
  const [name, type] = [regionName(words, region), typeWords(words, region)];
  const fault = phase !== 'idle' && phase !== 'loading' && phase !== 'ready' ? phase : null;
  return (
    <li>
      <div className="region-switch">
        <CheckboxField
          label={name}
          checked={on}
          disabled={fault !== null && fault !== 'failed'}
          onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
        />
        <span className="region-colour" style={{ background: `rgb(${region.colour.join(' ')})` }} aria-hidden="true" />
      </div>
      {!plain && type !== name && type && <p>{type}</p>}
      <p className={region.algorithm === 'automatic' ? 'region-automatic' : undefined}>
        {algorithmWords(words, region)}
      </p>
      {phase === 'loading' && <p role="status">{loaded.of > 1 ? t('regions.loaded', loaded) : t('regions.loading')}</p>}
      {phase === 'ready' && (
        <p>
          {[t('regions.pictures', { count: pictures }), on && here && t('regions.here')].filter(Boolean).join(' · ')}
        </p>
      )}
      {fault && <p role="alert">{t(`regions.faults.${fault}`)}</p>}
      {fault === 'failed' && (
        <Button variant="quiet" size="small" icon={<RetryIcon />} onClick={() => onSwitch(true)}>
          {t('retry')}
        </Button>
      )}
      {unplacedWords(words, state).map((line) => (
        <p key={line} className="region-missing">
          {line}
        </p>
      ))}
      {on && largest && (
        <Button
          variant="quiet"
          size="small"
          icon={<ShowIcon />}
          aria-label={t('regions.jumpOf', { name })}
          onClick={() => onShow(largest)}
        >
          {t('regions.jump')}
        </Button>
      )}
    </li>
  );
}

interface ObjectProps {
  state: ObjectState;
  store: RegionStore;
  imageId: string | null;
  plain: boolean;
  onShow: RegionListProps['onShow'];
}

/** One object with its regions. */
function ObjectEntry({ state, store, imageId, plain, onShow }: ObjectProps) {
  const words = useWords();
  const { t, day } = words;
  const nameOf = useSeriesName();
  const [search, setSearch] = useState('');
  const { object, noTarget, series, opacity, regions } = state;
  const { key, author, maker, kind, label, approval } = object;
  const wanted = search.trim().toLowerCase();
  const found = regions.filter(({ region }) => regionName(words, region).toLowerCase().includes(wanted));
  const drawn = new Set(imageId === null ? [] : store.drawingsOn(imageId).map(({ region }) => region));
  const title = label || object.series || t(`regions.kinds.${kind}`);
  const facts = [t(`regions.kinds.${kind}`), object.day && day(object.day), object.series !== title && object.series];
  return (
    <div className="region-object" role="group" aria-label={title}>
      <h3>{title}</h3>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      <p>{author ? t('regions.by', { name: author }) : t('regions.noAuthor')}</p>
      {!plain && maker && <p>{t('regions.maker', { name: maker })}</p>}
      {approval && (
        <p className={approval === 'approved' ? undefined : 'region-missing'}>{t(`regions.approvals.${approval}`)}</p>
      )}
      {series.length > 0 && <p>{t('regions.on', { series: series.map(nameOf).join(', ') })}</p>}
      {object.most !== null && <p>{t(object.probability ? 'regions.probability' : 'regions.share')}</p>}
      {noTarget ? (
        <p className="region-missing" role="status">
          {t(`regions.noTarget.${noTarget}`)}
        </p>
      ) : regions.length === 0 ? (
        <p>{t('regions.empty')}</p>
      ) : (
        <>
          <div className="region-acts">
            <Button variant="quiet" size="small" onClick={() => store.showAll(key, true)}>
              {t('regions.showAll')}
            </Button>
            <Button variant="quiet" size="small" onClick={() => store.showAll(key, false)}>
              {t('regions.hideAll')}
            </Button>
          </div>
          <label className="region-opacity">
            {t('regions.opacity')}
            <input
              type="range"
              min={leastOpacity}
              max={100}
              step={opacityStep}
              value={Math.round(opacity * 100)}
              onChange={({ currentTarget }) => store.setOpacity(key, Number(currentTarget.value) / 100)}
            />
          </label>
          {regions.length > searchedFrom && (
            <SearchField
              compact
              oneOfSeveral
              label={t('regions.search', { title })}
              placeholder={t('regions.searchWord')}
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          )}
          {found.length === 0 && <p role="status">{t('regions.noneFound')}</p>}
        </>
      )}
      {!noTarget && (
        <ul>
          {found.map((one) => (
            <Row
              key={one.region.number}
              state={one}
              here={drawn.has(one.region)}
              plain={plain}
              onSwitch={(on) => store.show(key, one.region.number, on)}
              onShow={onShow}
            />
          ))}
        </ul>
      )}
      <ButtonLink variant="quiet" size="small" to={originalUrl(key)} icon={<DownloadIcon />} download>
        {t('actions.download')}
      </ButtonLink>
    </div>
  );
}

/** The outlines and segmentations of the open studies, with their structures. */
export function RegionList({ store, pane, plain, onShow, onClose }: RegionListProps) {
  const { t } = useWords();
  const objects = useSyncExternalStore(store.subscribe, store.state);
  const { phase } = usePaneState(pane);
  const imageId = phase === 'shown' ? (pane?.image?.id ?? null) : null;
  const title = t(plain ? 'plain.regions' : 'regions.title');
  return (
    <aside className="measurements region-list" id="regions" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <IconButton label={t('measures.hide')} icon={<CloseIcon />} onClick={onClose} />
      </header>
      <p className="region-intro">{t(plain ? 'regions.introPlain' : 'regions.intro')}</p>
      {objects.map((state) => (
        <ObjectEntry
          key={state.object.key}
          state={state}
          store={store}
          imageId={imageId}
          plain={plain}
          onShow={onShow}
        />
      ))}
    </aside>
  );
}
