import { listReconFiles, readReconFile, readReconFileSummary } from '#contract/recon-files.ts'
import { listReconLeftOut, listReconRecords } from '#contract/recon-rows.ts'

/** What an act on a file makes stale. */
export const refreshes = [readReconFile, listReconFiles, readReconFileSummary, listReconRecords, listReconLeftOut]
