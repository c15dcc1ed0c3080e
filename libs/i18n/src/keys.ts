/** Texts by key, possibly nested. */
export interface TextTree {
  [key: string]: string | TextTree;
}

type WithoutPlural<K extends string> = K extends `${infer Base}_${'zero' | 'one' | 'other'}` ? Base : K;

/** The dotted keys of a text tree; plural forms count as one key. */
export type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${TextKey<T[K]>}`;
}[keyof T & string];

/** Translates a key and fills in values; `count` chooses the plural form. */
export type Translate<T> = (key: TextKey<T>, values?: Record<string, string | number>) => string;
