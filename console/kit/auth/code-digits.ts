/** The digits of a code however it was typed or pasted: with blanks, or with Arabic or Persian digits. */
export const codeDigits = (typed: string): string =>
  typed
    .replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/\D/g, '')
    .slice(0, 6)
