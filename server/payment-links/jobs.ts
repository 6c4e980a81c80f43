import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { tell } from '#server/kit/audit.ts'
import { job } from '#server/kit/jobs.ts'
import { announcePaymentLink } from './announce.ts'
import { listOverdueLinks, movePaymentLink } from './queries.ts'

/** Expires a link when its time has come; one that is paid or cancelled by then stays as it is. */
export const expirePaymentLink = job({
  name: 'expire-payment-link',
  data: z.object({ merchantId: z.uuid(), environment, linkRef: z.string() }),
  owed: {
    key: 'linkRef',
    list: async (ctx, since) => (await listOverdueLinks(ctx, since)).map((linkRef) => ({ linkRef })),
  },
  async work(ctx, { linkRef }) {
    if (!(await movePaymentLink(ctx, linkRef, 'expire'))) return
    tell(ctx, 'payment_link', linkRef, 'expired')
    await announcePaymentLink(ctx, linkRef)
  },
})
