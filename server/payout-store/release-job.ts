import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'

/**
 * The job that lets payouts of a virtual account leave as far as its money goes. Whoever brings money onto the account, or ends what
 * held its payouts, enqueues it; `payouts` has its work.
 */
export const releasePayouts = {
  name: 'release-payouts',
  data: z.object({ merchantId: z.uuid(), environment, accountNo: z.string() }),
}
