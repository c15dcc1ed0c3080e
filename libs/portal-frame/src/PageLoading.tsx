import { Waiting } from '@konsil/common';
import { useCommon } from '@konsil/i18n';
import { Page, PlainMain, Skeleton, Stack, VisuallyHidden } from '@konsil/ui';
import { StandIn } from './StandIn.tsx';

/** A heading for a page whose title is not loaded; focus and document title wait for the real one. */
export function LoadingTitle() {
  const { t } = useCommon();
  return (
    <VisuallyHidden as="h1" data-waiting>
      {t('words.loading')}
    </VisuallyHidden>
  );
}

/**
 * Placeholder for a page whose code or texts are loading. `alone`: there is no frame yet, so it is the main element.
 */
export function PageLoading({ alone = false }: { alone?: boolean }) {
  const shape = (
    <Page>
      <LoadingTitle />
      <Waiting>
        <Stack gap={4}>
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
          <Skeleton shape="block" />
        </Stack>
      </Waiting>
    </Page>
  );
  if (!alone) return shape;
  return (
    <StandIn>
      <PlainMain>{shape}</PlainMain>
    </StandIn>
  );
}
