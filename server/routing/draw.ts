import { hash } from 'node:crypto'

/**
 * The place of a channel in the draw among channels of one rank; the highest wins. Weighted rendezvous: each channel draws by
 * itself, so that one that rests or is added moves only its own share, and an order keeps its channel over reloads, nodes and
 * versions of the rule. 0 for the weight 0.
 */
export const drawOf = (
  { routingRef, channelKey, weight }: { routingRef: string; channelKey: string; weight: number },
  merchantOrderRef: string,
): number => (weight === 0 ? 0 : weight / -Math.log(uniform(`${routingRef}|${channelKey}|${merchantOrderRef}`)))

/** Above 0 and below 1, from the first 53 bits of a text's SHA-256. */
function uniform(text: string): number {
  const bits = hash('sha256', text, 'buffer').readBigUInt64BE() >> 11n
  // One half more, so that neither 0 nor 1 comes out; the largest value rounds to below 1.
  return Math.min((Number(bits) + 0.5) / 2 ** 53, 1 - 2 ** -53)
}
