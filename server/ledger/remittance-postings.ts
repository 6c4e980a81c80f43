import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { accounts, post, type Transfer } from './post.ts'

/** A settlement of sales abroad, as far as the ledger has to know it when it is sent. */
interface OfRemittance {
  ref: string
  /** The number of the attempt, from 1. */
  attempt: number
  base: Currency
  destination: Currency
  baseMinor: bigint
  /** What the account is to get. */
  destinationMinor: bigint
}

/** The money is changed, and on its way. */
export const postSent = (ctx: Ctx, of: OfRemittance & { rate: string }): void => {
  post(ctx, { ...sent(of), kind: 'remittance.sent', businessKey: keyOf(of, 'sent'), rate: of.rate })
}

/** The change of money is taken back, since the provider has certainly not taken it, or could not deliver it. */
export const postUnsent = (ctx: Ctx, of: OfRemittance): void => {
  const { lines, ...transfer } = sent(of)
  const reversed = lines.map((line) => ({ ...line, amountMinor: -line.amountMinor }))
  post(ctx, { ...transfer, kind: 'remittance.failed', businessKey: keyOf(of, 'ended'), lines: reversed })
}

/** The money is on the merchant's account. Its key is that of a failure, so the ledger refuses a second end. */
export const postPaid = (ctx: Ctx, { channelKey, ...of }: OfRemittance & { channelKey: string }): void => {
  post(ctx, {
    ...about(of),
    kind: 'remittance.paid',
    businessKey: keyOf(of, 'ended'),
    lines: [
      { account: accounts.remitClearing, amountMinor: of.destinationMinor },
      { account: accounts.bank(channelKey), amountMinor: -of.destinationMinor },
    ],
  })
}

/** Money that was paid has come back, whole or less what banks have kept. */
export const postReturned = (
  ctx: Ctx,
  { channelKey, returnedMinor, ...of }: OfRemittance & { channelKey: string; returnedMinor: bigint },
): void => {
  post(ctx, {
    ...about(of),
    kind: 'remittance.returned',
    businessKey: keyOf(of, 'returned'),
    lines: [
      { account: accounts.bank(channelKey), amountMinor: returnedMinor },
      { account: accounts.remitClearing, amountMinor: -returnedMinor },
    ],
  })
}

const about = ({ ref, destination }: OfRemittance) =>
  ({ objectType: 'remittance', objectRef: ref, currency: destination }) as const
const keyOf = ({ ref, attempt }: OfRemittance, what: string): string => `remittance:${ref}:${what}:${attempt}`
const sent = ({ base, baseMinor, destinationMinor, ...of }: OfRemittance): Omit<Transfer, 'kind' | 'businessKey'> => ({
  ...about({ base, baseMinor, destinationMinor, ...of }),
  lines: [
    { account: accounts.remitClearing, amountMinor: baseMinor, currency: base },
    { account: accounts.fxPosition, amountMinor: -baseMinor, currency: base },
    { account: accounts.fxPosition, amountMinor: destinationMinor },
    { account: accounts.remitClearing, amountMinor: -destinationMinor },
  ],
})
