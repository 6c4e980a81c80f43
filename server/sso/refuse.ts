import { Fault } from '#contract/faults.ts'
import { writeAudit } from '#server/kit/audit.ts'
import type { Actor } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import { IssuerUnusable } from './issuer.ts'

/**
 * Refuses a sign-in with the one text that all refusals have, and writes why into the merchant's audit log, in a
 * transaction of its own. `why` is a word of ours or of the protocol, never anything of a token.
 */
export async function refuse(before: Before, merchantId: string, why: string, actor?: Actor): Promise<never> {
  before.house.log.info({ merchant_id: merchantId, why }, 'single sign-on refused')
  await before.apart({ merchantId, environment: 'sandbox' }, async (ctx) =>
    writeAudit(actor ? { ...ctx, actor } : ctx, { action: 'sso.sign-in', objectRef: '', result: 'denied', why }),
  )
  throw new Fault('ssoFailed', { why })
}

/** What a failure at the provider was, in a word: the library's codes, the protocol's own errors, or a name. */
export function whyOf(error: unknown): string {
  if (error instanceof IssuerUnusable) return `issuer_${error.fault}`
  if (!(error instanceof Error)) return 'unknown'
  const protocol = 'error' in error && typeof error.error === 'string' ? error.error : ''
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const inner = error.cause instanceof Error && protocol === '' ? ` ${whyOf(error.cause)}` : ''
  return `${protocol || code}${inner}`.replaceAll(/[^\w ]/g, '_').slice(0, 120)
}
