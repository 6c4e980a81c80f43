import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'

const data = z.object({
  merchantId: z.uuid(),
  environment,
  /** The file whose records changed, and those of other files with the same identities. */
  reconId: z.uuid().nullable(),
  /** All files of a channel, where no file is named. */
  channelKey: z.string().optional(),
  /** What has changed, where it was no file. */
  cause: z.enum(['plans', 'tolerance']).optional(),
})
export type RecordsChanged = z.infer<typeof data>

/**
 * What is enqueued when a file was loaded or withdrawn. The domain of fees does it; it is named here, since that domain reads the
 * records and this one knows nothing of fees.
 */
export const recordsChanged = { name: 'check-fees', data }
