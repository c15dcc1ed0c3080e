import { Waiting } from '@konsil/common';
import { useCommon } from '@konsil/i18n';
import { Page, PlainMain, Skeleton, Stack, VisuallyHidden } from '@konsil/ui';
import { StandIn } from './StandIn.tsx';

/** The heading of a page that does not know its own yet; the focus and the tab's title wait for that one. */
export function LoadingTitle() {
  const { t } = useCommon();
  return (
    <VisuallyHidden as="h1" data-waiting>
      {t('words.loading')}
    </VisuallyHidden>
  );
}

/** The shape of a page whose code or words are on their way. `alone`: nothing is around it yet, so it is the main part itself. */
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
