import type { Patch } from './patched-source.ts'

/** A time-out or a cut answer of Stripe counts as its fault: as if not a byte had left. */
export const timeoutIsTheirs: Patch = {
  file: 'server/providers/stripe/client.ts',
  from: `return call.begun || call.signal.aborted ? { kind: 'unknown', why } : { kind: 'unsent', why }`,
  to: `return { kind: 'unsent', why }`,
}

/** The next attempt begins while it is not known what became of the first. */
export const nextBeforeTheEnd: Patch = {
  file: 'server/payments/jobs.ts',
  from: `if (outcome.kind === 'unavailable') {
      const next = await endUnavailable(ctx, orderRef, outcome.providerText)`,
  to: `if (outcome.kind === 'unavailable' || outcome.kind === 'unknown') {
      const next = await endUnavailable(ctx, orderRef, 'not known')`,
}

/** A request that Stripe answered with 500 is repeated under its key, for which Stripe keeps that answer. */
export const keptErrorRepeated: Patch = {
  file: 'server/providers/stripe/adapter.ts',
  from: `if (isReused || status >= 500) return afterFailure(wished, { final: replayed || isReused, message }, signal)`,
  to: `if (isReused || status >= 500) return { kind: 'unknown', why: message, replayed }`,
}

/** The creation of an order is repeated under its key for ever, though PayPal forgets the key after six hours. */
export const forgottenKeyReused: Patch = {
  file: 'server/providers/paypal/adapter.ts',
  from: `const repeatableMs = 3 * 3_600_000`,
  to: `const repeatableMs = Infinity`,
}
