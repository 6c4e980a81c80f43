/** The text without case, accents, vowel signs and forms of alef, for comparison. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')

/** The words of a search, for comparison with a {@link folded} text. */
export const wordsIn = (search: string): string[] => folded(search).split(/\s+/).filter(Boolean)
