// @bundle route
import { useLayoutEffect, useRef, useState } from 'react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { styled } from 'styled-components';
import { buttonLook } from '../actions/buttonLook';
import type { ButtonLook, ButtonSize } from '../actions/buttonLook';
import { PhotoIcon } from '../foundation/icons';
import { focusRing, visuallyHidden } from '../foundation/mixins';

const Pressed = styled.label<ButtonLook>`
  ${buttonLook}

  &:has(:focus-visible) {
    ${focusRing}
  }
  input {
    ${visuallyHidden}
  }
`;

interface FileButtonProps extends Omit<ComponentPropsWithRef<'label'>, 'onChange'> {
  label: string;
  icon: ReactNode;
  size?: ButtonSize;
  input: Omit<ComponentPropsWithRef<'input'>, 'ref' | 'onChange'>;
  /** Also called if the button is gone when the file dialog or the camera is closed. */
  onFiles: (files: File[]) => void;
}

/** A button that opens the file dialog. */
export function FileButton({ label, icon, size = 'regular', input, onFiles, ...rest }: FileButtonProps) {
  const take = useRef(onFiles);
  useLayoutEffect(() => {
    take.current = onFiles;
  });
  // A page that changes while the camera is open may remove the input: React hears no events of it then.
  const [listen] = useState(() => ({ currentTarget }: Event) => {
    const chosen = currentTarget as HTMLInputElement;
    const files = [...(chosen.files ?? [])];
    // Allows choosing the same file again after it was removed.
    chosen.value = '';
    if (files.length > 0) take.current(files);
  });
  return (
    <Pressed $variant="secondary" $size={size} $block={false} {...rest}>
      {icon}
      {label}
      <input type="file" {...input} ref={(shown) => shown?.addEventListener('change', listen)} />
    </Pressed>
  );
}

export interface PhotoButtonProps extends Pick<FileButtonProps, 'label' | 'size'> {
  onPhoto: (photo: File) => void;
}

/** Opens the camera on phones and tablets; elsewhere a picture is chosen. */
export function PhotoButton({ onPhoto, ...rest }: PhotoButtonProps) {
  return (
    <FileButton
      icon={<PhotoIcon />}
      input={{ accept: 'image/*', capture: 'environment' }}
      onFiles={([photo]) => photo && onPhoto(photo)}
      {...rest}
    />
  );
}
