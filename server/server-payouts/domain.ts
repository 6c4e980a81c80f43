import type { FastifyInstance } from 'fastify'
import { Fault } from '#contract/faults.ts'
import type { Domain } from '#server/kit/domain.ts'
import { base } from '#server/kit/http/serve.ts'
import { serverPayoutHandlers } from './handlers.ts'

/** The published paths of verifying, approving and their codes. They are for nobody's server: no second way around people. */
function refusedActs(app: FastifyInstance): void {
  const paths = ['verify', 'approve'].flatMap((act) => [act, `generateOTP/${act}`, `resendOTP/${act}`])
  for (const path of paths)
    app.post(`${base}/api/merchant/payout/${path}`, { config: { call: 'payoutActByServer' } }, async () => {
      throw new Fault('peopleOnly')
    })
}

export const serverPayouts = { handlers: serverPayoutHandlers, routes: refusedActs } satisfies Domain
