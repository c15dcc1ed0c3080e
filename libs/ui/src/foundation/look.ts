export const lookKey = 'konsil-look';

/** Choices beside the device's own: colour scheme, size of the text, contrast; empty for the device's. */
export interface Look {
  scheme?: '' | 'light' | 'dark' | undefined;
  text?: '' | 'large' | 'larger' | undefined;
  contrast?: '' | 'more' | undefined;
}

export const readLook = (): Look => {
  try {
    return JSON.parse(localStorage.getItem(lookKey) ?? '{}') ?? {};
  } catch {
    return {};
  }
};

/** Shows the page as it was chosen on this device. */
export const applyLook = (look = readLook()): void => void Object.assign(document.documentElement.dataset, look);
