/** Exact sums of decimal texts with up to eight decimals, so that no cent goes through a float. */
const decimals = 8
const unit = 10n ** BigInt(decimals)

const exactOf = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const exact = BigInt(whole) * unit + BigInt(fraction.padEnd(decimals, '0').slice(0, decimals))
  return text.startsWith('-') ? -exact : exact
}

const textOf = (exact: bigint): string => {
  const size = exact < 0n ? -exact : exact
  const fraction = String(size % unit).padStart(decimals, '0').replace(/0+$/, '') // prettier-ignore
  return `${exact < 0n ? '-' : ''}${size / unit}${fraction === '' ? '' : `.${fraction}`}`
}

/** The sum of some decimal texts, as such a text. */
export const sumOfTexts = (texts: readonly string[]): string =>
  textOf(texts.reduce((sum, text) => sum + exactOf(text), 0n))

/** Whether a decimal text is more than zero. */
export const isPositive = (text: string): boolean => exactOf(text) > 0n

export const isZero = (text: string): boolean => exactOf(text) === 0n

/** The same amount the other way. */
export const negated = (text: string): string => textOf(-exactOf(text))
