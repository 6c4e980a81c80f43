import { crashPoint, type Patch } from './patched-source.ts'

const waterfall = 'contract/waterfall.ts'
const cut = 'server/remittances/cut.ts'
const items = 'server/remittances/items.ts'

/** The net in the base currency is the sum of its rounded parts. */
export const partsRoundedFirst: readonly Patch[] = [
  { file: waterfall, from: 'const netMinor = to(netOfSource(sums))', to: 'const netMinor = netOfSource(four)' },
]

/** Halves of a change of money go away from zero. */
export const halvesAwayFromZero: readonly Patch[] = [
  {
    file: 'contract/exchange-rates.ts',
    from: 'import { currencies, divideHalfEven, percentDigits',
    to: 'import { currencies, divideHalfAway as divideHalfEven, percentDigits',
  },
]

/** The reserve holds a percentage of each payment. */
export const trancheOfEachPayment: readonly Patch[] = [
  { file: items, from: 'is not null group by 1 order by 1', to: 'is not null group by 1, p.order_ref order by 1' },
]

/** What a settlement bears of earlier attempts is not marked. */
export const attemptsBorneAgain: readonly Patch[] = [
  { file: cut, from: '  await takeFurtherAttempts(ctx, ref, borne)\n', to: '' },
]

const send = 'server/remittances/send.ts'
/** Places of a cut, of asking for a rate, of claiming and of what a provider has answered, each before its commit. */
export const remittanceCrashes = {
  cut: crashPoint('cut', {
    file: cut,
    line: '  await postCut(ctx, open, { gathered, base, reserve, rate: rates.source.rate })\n',
    at: 'after',
  }),
  quoted: crashPoint('quoted', {
    file: 'server/remittances/quote.ts',
    line: '    ctx.enqueue(sendRemittanceJob, { settlementRef, asks: 0, nudge: false })\n',
    at: 'after',
  }),
  claimed: crashPoint('claimed', {
    file: send,
    line: '    const sent = await claimed(ctx, row, account, kept)\n',
    at: 'after',
  }),
  answered: crashPoint('answered', {
    file: send,
    line: "    if (outcome.kind === 'quote_expired') await askRateAnew(ctx, settlementRef, attempt)\n",
    at: 'before',
  }),
}

/** Each request for a settlement's money has a key of its own, and how the one before stands is not asked. */
export const remittanceKeyOfEachTry: readonly Patch[] = [
  { file: send, from: '  if (asked) {', to: "  if (asked && process.env['NEVER']) {" },
  {
    file: send,
    from: '    key: keyOf(row),\n    quoteRef',
    to: '    key: `${keyOf(row)}${row.provider_asks}`,\n    quoteRef',
  },
]
