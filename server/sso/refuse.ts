import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { createRateLimit } from '#server/kit/http/rate-limit.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Before } from '#server/kit/handler.ts'
import { IssuerUnusable } from './issuer.ts'

/**
 * Refuses a sign-in with the same text as all refusals, and writes the reason into the merchant's audit log, in a
 * transaction of its own. `why` is a reason code of ours or of the protocol, never part of a token. Anonymous clients can
 * cause refusals, so beyond a limit they are only logged.
 */
export async function refuse(before: Before, merchantId: string, why: string): Promise<never> {
  before.services.log.info({ merchant_id: merchantId, why }, 'single sign-on refused')
  await before.apart({ merchantId, environment: 'sandbox' }, async (ctx) => {
    if (told.take(merchantId, ctx.now)) writeAudit(ctx, { action: 'sso.sign-in', objectRef: '', result: 'denied', why })
  })
  throw new Fault('ssoFailed', { why })
}

const told = createRateLimit({ most: limits.ssoRefusalsPerMinute, windowMs: 60_000 })

/** A short reason of a failure at the provider: the error code of the protocol or the library, which quotes no token. */
export function whyOf(error: unknown): string {
  if (error instanceof IssuerUnusable) return `issuer_${error.fault}`
  if (!(error instanceof Error)) return 'unknown'
  const said = error.cause instanceof Error && error.cause.name === 'OperationProcessingError' ? error.cause : error
  const word = 'error' in error && typeof error.error === 'string' ? error.error : said.message
  return word.replaceAll(/[^\w ()."/-]/g, '_').slice(0, 120)
}
