// @bundle route
import type { ChangeEvent, ComponentPropsWithRef, ReactNode } from 'react';
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
  input: ComponentPropsWithRef<'input'>;
  onFiles: (files: File[]) => void;
}

/** A button that opens the file dialog. */
export function FileButton({ label, icon, size = 'regular', input, onFiles, ...rest }: FileButtonProps) {
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // Allows choosing the same file again after it was removed.
    currentTarget.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <Pressed $variant="secondary" $size={size} $block={false} {...rest}>
      {icon}
      {label}
      <input type="file" {...input} onChange={change} />
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
