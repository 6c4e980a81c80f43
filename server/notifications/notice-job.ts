import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'

/** The declaration of the job that delivers a notice; `tell-notice.ts` does the work. */
export const noticeJob = {
  name: 'tell-notice',
  data: z.object({ merchantId: z.uuid(), environment, noticeId: z.uuid() }),
}
export type NoticeJob = z.output<typeof noticeJob.data>
