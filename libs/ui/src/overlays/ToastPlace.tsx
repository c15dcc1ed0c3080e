// @bundle popups
import { Toast as Base } from '@base-ui/react/toast';
import { useEffect, useRef } from 'react';
import { css, styled } from 'styled-components';
import { buttonLook } from '../actions/buttonLook';
import type { ButtonLook } from '../actions/buttonLook';
import { CloseIcon, DangerIcon, DoneIcon, InfoIcon } from '../foundation/icons';
import { layer } from '../foundation/layers';
import { Link } from '../foundation/link';
import { from } from '../foundation/media';
import type { ToastBox, ToastOptions, ToastWords } from './Toast';

const Viewport = styled(Base.Viewport)`
  position: fixed;
  left: max(var(--space-3), env(safe-area-inset-left));
  right: max(var(--space-3), env(safe-area-inset-right));
  /* Above the patient's navigation bar at the bottom of a phone. */
  inset-block-end: calc(5rem + env(safe-area-inset-bottom));

  body:has([data-foot-bar]:not(:empty), [data-list-bar]) & {
    inset-block-end: calc(11rem + env(safe-area-inset-bottom));
  }
  /* The status line, such as "no connection", stays in sight above the patient's bar. */
  body:has(p[role='status'][data-print='hide']:not(:empty)):not(:has([data-foot-bar]:not(:empty))) & {
    inset-block-end: calc(9rem + env(safe-area-inset-bottom));
  }
  z-index: ${layer.toast};
  display: grid;
  gap: var(--space-2);

  &:focus-visible {
    border-radius: var(--radius-control);
  }
  ${from.desk} {
    left: auto;
    right: max(var(--space-5), env(safe-area-inset-right));
    inset-block-end: var(--space-5);

    /* Stays above the bar at the bottom of the page, so that its buttons are not covered. */
    body:has([data-foot-bar]:not(:empty)) & {
      inset-block-end: 5rem;
    }
    body:has(p[role='status'][data-print='hide']:not(:empty)) & {
      inset-block-end: 4rem;
    }
    /* The actions on rows, with the keys of the list below them. */
    body:has([data-list-bar]) & {
      inset-block-end: 7.5rem;
    }
    body:has([data-list-bar]):has([data-foot-bar]:not(:empty)) & {
      inset-block-end: 12rem;
    }
    inline-size: 26rem;

    /* Centred for doctors, because their next button, such as the one that sends the answer, is in that corner. */
    [data-portal='doctor'] & {
      inset-inline: 0;
      margin-inline: auto;
    }
  }
  &[data-above] {
    inset-block: 5rem auto;
  }
`;
const Sheet = styled(Base.Root)`
  background: var(--color-text);
  color: var(--color-surface);
  border: var(--border-hairline) solid transparent;
  border-radius: var(--radius-control);
  box-shadow: var(--shadow-dialog);
  translate: var(--toast-swipe-movement-x, 0) var(--toast-swipe-movement-y, 0);
  transition: opacity var(--duration-short) var(--ease-out);

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }
  &[data-limited] {
    display: none;
  }
`;
const Words = styled(Base.Content)`
  display: flex;
  align-items: center;
  gap: var(--space-2) var(--space-3);
  min-block-size: var(--size-control);
  padding: var(--space-1) var(--space-2) var(--space-1) var(--space-4);
`;
const Text = styled(Base.Title)`
  flex: 1;
  padding-block: var(--space-2);
`;
const quietOnDark = `
  && {
    padding-inline: var(--space-3);
    color: inherit;
  }
  &&:hover {
    background: rgb(from currentColor r g b / 0.15);
  }
  &&:focus-visible {
    outline-color: currentColor;
  }
`;
const underlined = css<ButtonLook>`
  ${buttonLook}
  ${quietOnDark}
  && {
    text-decoration: underline;
  }
`;
const Action = styled(Base.Action)<ButtonLook>`
  ${underlined}
`;
const Way = styled(Link)<ButtonLook>`
  ${underlined}
`;
const Close = styled(Base.Close)<ButtonLook>`
  ${buttonLook}
  ${quietOnDark}
  && {
    padding: 0;
    inline-size: var(--size-target);
  }
`;

const quiet = { $variant: 'quiet', $size: 'small', $block: false } as const;
const icons = { info: InfoIcon, success: DoneIcon, danger: DangerIcon };

/** Milliseconds until screen readers have noticed a new live region; earlier messages may not be spoken. */
const noticed = 150;

/** Milliseconds to read a toast; longer with something to press. */
const shown = { words: 6000, action: 12000 };

interface Shown {
  link: ToastOptions['link'];
}

function ToastList({ closeLabel }: { closeLabel: string }) {
  const { toasts, close } = Base.useToastManager<Shown>();
  return toasts.map((toast) => {
    const Icon = icons[toast.type as keyof typeof icons] ?? InfoIcon;
    return (
      <Sheet key={toast.id} toast={toast} swipeDirection={['right', 'down']}>
        <Words>
          <Icon />
          <Text render={<p />} />
          {toast.actionProps && <Action {...quiet} />}
          {toast.data?.link && (
            <Way {...quiet} to={toast.data.link.to} onClick={() => close(toast.id)}>
              {toast.data.link.label}
            </Way>
          )}
          <Close aria-label={closeLabel} {...quiet}>
            <CloseIcon />
          </Close>
        </Words>
      </Sheet>
    );
  });
}

/** Shows the queued and the new toasts of the box. */
function useToastsFrom(box: ToastBox) {
  const { add, close } = Base.useToastManager<Shown>();
  useEffect(() => {
    const show = ({ text, tone = 'success', action, link, id: name }: ToastOptions) => {
      // A repeated failure replaces the first toast.
      const named = name ?? (tone === 'danger' ? text : undefined);
      const undo = () => {
        action?.onClick();
        close(id);
      };
      const id: string = add({
        title: text,
        type: tone,
        // A failure stays until closed, so that nobody misses it.
        timeout: tone === 'danger' ? 0 : action || link ? shown.action : shown.words,
        priority: tone === 'danger' ? 'high' : 'low',
        actionProps: action && { children: action.label, onClick: undo },
        data: { link },
        ...(named && { id: named }),
      });
    };
    let shut: (() => void) | undefined;
    const timer = setTimeout(() => (shut = box.open(show)), noticed);
    return () => {
      clearTimeout(timer);
      shut?.();
    };
  }, [box, add, close]);
}

const overlap = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Moves toasts to the top of the page when they would cover the focused element (WCAG 2.2, 2.4.11). */
function useBesideFocus(count: number) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const look = () => {
      const [toasts, focused] = [place.current, document.activeElement];
      if (!toasts) return;
      toasts.removeAttribute('data-above');
      // A focused dialog is ignored: it still grows, and its title is at its top.
      if (count === 0 || !focused?.matches(':focus-visible:not([role="dialog"])') || toasts.contains(focused)) return;
      const covers = () => overlap(toasts.getBoundingClientRect(), focused.getBoundingClientRect());
      // In either place, toasts cover the page's main content.
      toasts.toggleAttribute('data-above', covers());
      if (covers()) toasts.removeAttribute('data-above');
    };
    look();
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, [count]);
  return place;
}

function Toasts({ words, box }: { words: ToastWords; box: ToastBox }) {
  useToastsFrom(box);
  const place = useBesideFocus(Base.useToastManager().toasts.length);
  return (
    <Base.Portal>
      <Viewport ref={place} aria-label={words.region} data-print="hide">
        <ToastList closeLabel={words.close} />
      </Viewport>
    </Base.Portal>
  );
}

/** The region of the toasts. F6 moves the focus there. */
export const ToastPlace = (props: { words: ToastWords; box: ToastBox }) => (
  <Base.Provider>
    <Toasts {...props} />
  </Base.Provider>
);
