import type { Patch } from './patched-source.ts'

/** Idempotency keys are taken and forgotten. */
export const noIdempotency: Patch = {
  file: 'server/kit/http/idempotency.ts',
  from: `if (repeat === 'safe') return null`,
  to: `return null`,
}

/** After an unknown result the provider is asked for the money again, under another key, and not how the first stands. */
export const blindRetry: readonly Patch[] = [
  { file: 'server/payments/jobs.ts', from: `if (asked) {`, to: `if (asked && process.env['NEVER']) {` },
  {
    file: 'server/payments/authorise-request.ts',
    from: `key: orderRef,\n    amountMinor`,
    to: 'key: payment.channel_asked_at ? `${orderRef}.again` : orderRef,\n    amountMinor',
  },
]

/** A link is cancelled without a look at whether somebody is paying it. */
export const heedlessCancel: Patch = {
  file: 'server/payment-links/cancel.ts',
  from: `if (await hasAttemptInFlight(ctx, { kind: 'link', ref: linkRef })) throw new Fault('inFlight')`,
  to: '',
}

/** An attempt begins whatever else is under way. */
export const heedlessAttempt: Patch = {
  file: 'server/checkout/start-attempt.ts',
  from: `if (attempts.inFlight !== null) throw inFlight(attempts.inFlight)`,
  to: '',
}

/** What is read of a link before money is booked on it is no longer so when it is. */
export const unlockedCapture: Patch = {
  file: 'server/payments/lock.ts',
  from: `lockPayable(ctx, { kind: known.payable_kind, ref: known.payable_ref }),`,
  to: `(async () => {
      const of = ctx.services.payables.find(({ kind }) => kind === known.payable_kind)
      const standing = await of?.read(ctx, known.payable_ref)
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      return standing && of && { of, standing }
    })(),`,
}

/** A payment is moved whatever its state is. */
export const unguardedMove: readonly Patch[] = [
  { file: 'server/payments/queries.ts', from: `.where(inState(from)),`, to: ',' },
  {
    file: 'server/payments/queries.ts',
    from: `paymentStates.can(status, action)`,
    to: `Boolean(status && action)`,
  },
]

/** What waits for its shopper is ended here, and the provider is not asked whether it can be. */
export const endedHereOnly: Patch = {
  file: 'server/payments/jobs.ts',
  from: `if (end) return untaken(await provider.cancel(payment, end, signal))`,
  to: `if (end) return { kind: 'declined', providerRef: 'none', reason: 'TRANSACTION_EXPIRED', providerText: '' }`,
}

/** What is left of a payment is read, and then a refund is written: nothing holds the row in between, nor asks again. */
export const naiveRefund: readonly Patch[] = [
  { file: 'server/refunds/reserve.ts', from: `.forUpdate()`, to: '' },
  {
    file: 'server/refunds/reserve.ts',
    from: '.where(sql<boolean>`refunded_minor + refunding_minor + ${amountMinor} <= amount_minor`)',
    to: '',
  },
  {
    file: 'server/refunds/reserve.ts',
    from: 'const reserved = await',
    to: 'if (amountMinor > refundableMinor(payment)) throw tooMuch(payment)\n  const reserved = await',
  },
]

/** Row-level security, the second layer behind them. */
export const withoutRefundConstraint = 'alter table payments drop constraint payments_refunded'

/** After an unknown result the provider is asked for the refund again, under another key. */
export const blindRefund: readonly Patch[] = [
  { file: 'server/refunds/jobs.ts', from: `if (asked) {`, to: `if (asked && process.env['NEVER']) {` },
  {
    file: 'server/refunds/jobs.ts',
    from: `request: { key: refundId,`,
    to: 'request: { key: asked ? `${refundId}.again` : refundId,',
  },
]

/** Each run of its job writes the receipt. */
export const receiptOfEachRun: Patch = {
  file: 'server/messages/send.ts',
  from: `.insert('messages', { ...row, once })`,
  to: `.insert('messages', row)`,
}

/** Each time that a mail is sent it is another one. */
export const mailOfEachTime: Patch = {
  file: 'server/kit/outbound/mail.ts',
  from: 'messageId: `<${id}@${domain}>`',
  to: 'messageId: `<${id}.${Date.now()}@${domain}>`',
}
