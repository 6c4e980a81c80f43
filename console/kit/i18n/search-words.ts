/** The text without case, accents, vowel signs, forms of alef, widths of letters and the difference between the kana, for comparison. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll('đ', 'd')
    .replaceAll(/[ァ-ヶ]/g, (kana) => String.fromCodePoint(kana.charCodeAt(0) - 0x60))

/** The words of a search, for comparison with a {@link folded} text. */
export const wordsIn = (search: string): string[] => folded(search).split(/\s+/).filter(Boolean)
