import type * as contract from '#contract/fee-claims.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { claimFile } from './claim-sheet.ts'
import { closeClaim, createClaim, findClaim, listClaims } from './claims.ts'
import { sendClaim } from './send-claim.ts'

export const claimHandlers: Handlers<typeof contract> = {
  listFeeClaims: (ctx, { body }) => listClaims(ctx, body),
  readFeeClaim: (ctx, { path }) => findClaim(ctx, path.claim_ref),
  downloadFeeClaim: (ctx, { path }) => claimFile(ctx, path.claim_ref),
  createFeeClaim: (ctx, { body }) => createClaim(ctx, body.check_refs, body.note ?? ''),
  sendFeeClaim: (ctx, { path, body }) => sendClaim(ctx, path.claim_ref, body.to, body.message ?? ''),
  closeFeeClaim: (ctx, { path, body }) => closeClaim(ctx, path.claim_ref, body.as, body.recovery_ref ?? ''),
}
