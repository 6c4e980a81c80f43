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

/** Places of a cut, of asking for a rate and of sending, before and after what each changes. */
const [cutting, quoting, sending] = [
  '  await postCut(ctx, open, { gathered, base, reserve, rate: rates.source.rate })\n',
  '    ctx.enqueue(sendRemittanceJob, { settlementRef, asks: 0, nudge: false })\n',
  '    ? remittances.send(request, signal)\n',
]
export const remittanceCrashes = {
  cut: crashPoint('cut', { file: cut, line: cutting, at: 'after' }),
  quoted: crashPoint('quoted', { file: 'server/remittances/quote.ts', line: quoting, at: 'after' }),
  sent: {
    file: 'server/remittances/send.ts',
    from: sending,
    to: `    ? remittances.send(request, signal).then((told) => {
      if (process.env['CRASH_AT'] === 'sent') process.kill(process.pid, 'SIGKILL')
      return told
    })\n`,
  },
} satisfies Record<string, Patch>
