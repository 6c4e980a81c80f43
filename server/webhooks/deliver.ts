import { effect } from '#server/kit/jobs.ts'
import { z } from 'zod'
export const deliverWebhook: any = effect({
  name: 'deliver-webhook',
  data: z.any() as any,
  claim: async () => null,
  act: async () => 1,
  settle: async () => {},
})
