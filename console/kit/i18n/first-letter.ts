/** The first grapheme cluster of a name, as a capital letter where its script has them; empty for an empty name. */
export const firstLetter = (name: string): string =>
  [
    ...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim()),
  ][0]?.segment.toLocaleUpperCase() ?? ''
