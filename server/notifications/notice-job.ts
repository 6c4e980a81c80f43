import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'

/** The job that tells a notice, as whoever makes one needs to know it; `tell-notice.ts` does the work. */
export const noticeJob = {
  name: 'tell-notice',
  data: z.object({ merchantId: z.uuid(), environment, noticeId: z.uuid() }),
}
export type NoticeJob = z.output<typeof noticeJob.data>
