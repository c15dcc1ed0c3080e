/** A page of words: texts, by name or nested by place. */
export interface TextTree {
  [key: string]: string | TextTree;
}

type WithoutPlural<K extends string> = K extends `${infer Base}_${'zero' | 'one' | 'other'}` ? Base : K;

/** The dotted keys of a page of words; plural forms count as one key. */
export type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${TextKey<T[K]>}`;
}[keyof T & string];

/** Looks a text up and fills in its values; `count` chooses the plural form. */
export type Translate<T> = (key: TextKey<T>, values?: Record<string, string | number>) => string;
