import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { createAllowance } from '#server/kit/allowance.ts'
import { writeAudit } from '#server/kit/audit.ts'
import type { Before } from '#server/kit/handler.ts'
import { IssuerUnusable } from './issuer.ts'

/**
 * Refuses a sign-in with the one text that all refusals have, and writes why into the merchant's audit log, in a
 * transaction of its own. `why` is a word of ours or of the protocol, never anything of a token. Anybody may be refused,
 * so that a flood of them is only told in the log.
 */
export async function refuse(before: Before, merchantId: string, why: string): Promise<never> {
  before.house.log.info({ merchant_id: merchantId, why }, 'single sign-on refused')
  await before.apart({ merchantId, environment: 'sandbox' }, async (ctx) => {
    if (told.take(merchantId, ctx.now)) writeAudit(ctx, { action: 'sso.sign-in', objectRef: '', result: 'denied', why })
  })
  throw new Fault('ssoFailed', { why })
}

const told = createAllowance({ most: limits.ssoRefusalsPerMinute, windowMs: 60_000 })

/** What a failure at the provider was, in a few words: the protocol's own error, or the library's, which quote no token. */
export function whyOf(error: unknown): string {
  if (error instanceof IssuerUnusable) return `issuer_${error.fault}`
  if (!(error instanceof Error)) return 'unknown'
  const said = error.cause instanceof Error && error.cause.name === 'OperationProcessingError' ? error.cause : error
  const word = 'error' in error && typeof error.error === 'string' ? error.error : said.message
  return word.replaceAll(/[^\w ()."/-]/g, '_').slice(0, 120)
}
