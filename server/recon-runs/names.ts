import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'

const data = z.object({ merchantId: z.uuid(), environment, msmId: z.int() })
export type OfPair = z.infer<typeof data>

/** The jobs of a pair, by name: each is enqueued by others than the file that does it. */
export const reconciliation = { name: 'run-reconciliation', data }
export const dailyRun = { name: 'run-reconciliation-daily', data }
export const resultsCheck = { name: 'check-reconciliation-results', data }

const dryRunData = z.object({ merchantId: z.uuid(), environment, dryRunId: z.uuid() })
export type OfDryRun = z.infer<typeof dryRunData>
export const dryRun = { name: 'dry-run-recon-rules', data: dryRunData }
