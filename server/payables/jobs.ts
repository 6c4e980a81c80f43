import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { job } from '#server/kit/jobs/jobs.ts'
import { payableOf } from './payable.ts'

/** Expires a payable at its expiry time; a payable that is paid or over by then stays as it is. */
export const expirePayable = job({
  name: 'expire-payable',
  data: z.object({ merchantId: z.uuid(), environment, kind: z.string(), ref: z.string() }),
  overdue: {
    key: 'ref',
    async list(ctx, since) {
      const lists = ctx.services.payables.map(async ({ kind, listOverdue }) =>
        (await listOverdue(ctx, since)).map((ref) => ({ kind, ref })),
      )
      return (await Promise.all(lists)).flat()
    },
  },
  work: (ctx, { kind, ref }) => payableOf(ctx, kind).expire(ctx, ref),
})
