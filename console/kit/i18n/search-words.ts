/** The words of a search, for comparison with a {@link plain} text. */
export const wordsIn = (search: string): string[] => plain(search).split(/\s+/).filter(Boolean)

/**
 * The text without case, accents, vowel signs and forms of alef, for comparison. Its length stays the same.
 */
export function plain(text: string): string {
  return Array.from(text, (letter) => {
    const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
    // One character for one, so that positions are the same in both texts.
    return bare.length === letter.length
      ? bare
          .replaceAll(/[أإآٱ]/g, 'ا')
          .replaceAll('ى', 'ي')
          .replaceAll('ة', 'ه')
      : '\0'.repeat(letter.length)
  }).join('')
}
