import anyAscii from 'any-ascii'

/** A text in the letters that every bank takes (a–z, A–Z, 0–9 and / - ? : ( ) . , ' +), cut at a length; empty where nothing is left. */
export const latin = (text: string, most: number): string =>
  anyAscii(text.normalize('NFKC'))
    .replaceAll('&', '+')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+]+/g, ' ')
    .trim()
    .slice(0, most)
    .trimEnd()
