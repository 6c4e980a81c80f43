/** The ends of the names of a channel's sources. */
export type SourceEnd = 'TXN' | 'SETTLEMENT' | 'BANK' | 'MERCHANT'

/** A name such as `STRIPE_SETTLEMENT` that none of `taken` is. */
export function sourceNameOf(channelKey: string, end: SourceEnd, taken: ReadonlySet<string>): string {
  const base = channelKey
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  for (let number = 1; ; number++) {
    const rest = number === 1 ? `_${end}` : `_${number}_${end}`
    const name = `${base.slice(0, 40 - rest.length) || 'CHANNEL'}${rest}`
    if (!taken.has(name)) return name
  }
}
