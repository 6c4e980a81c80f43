/** The digits of a typed or pasted code: blanks are removed, Arabic and Persian digits become Western ones. */
export const codeDigits = (typed: string): string =>
  typed
    .replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/\D/g, '')
    .slice(0, 6)
